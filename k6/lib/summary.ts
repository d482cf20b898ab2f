// What the harness reads: one JSON object on standard output. See README.md for its fields.

import { FAILURES } from './outcome.ts';
import { settings } from './settings.ts';

type Values = Record<string, number>;

export function summary(scenario: string) {
  return (data: any) => ({ stdout: JSON.stringify(result(scenario, valuesOf(data))) + '\n' });
}

function valuesOf(data: any): (name: string) => Values {
  if (!data.metrics) {
    throw new Error('k6 gave its newer summary, which has no p99: set K6_NEW_MACHINE_READABLE_SUMMARY=false');
  }
  return (name) => data.metrics[name]?.values ?? {};
}

function result(scenario: string, values: (name: string) => Values) {
  const count = (name: string) => values(name).count ?? 0;
  const { model, vus, rate, windowSeconds } = settings;

  const failures: Values = {};
  for (const kind of FAILURES) failures[kind] = count(`threadmill_failed{window:in,kind:${kind}}`);
  failures.dropped = dropped(count('dropped_iterations'), count('threadmill_arrivals{window:in}'));

  const good = count('threadmill_good{window:in}');
  const failed = FAILURES.reduce((sum, kind) => sum + failures[kind], 0);
  const requests = good + failed - failures.dropped;
  return {
    scenario,
    model,
    vus: model === 'closed' ? vus : null,
    rate: model === 'open' ? rate : null,
    window_seconds: windowSeconds,
    requests,
    good,
    failed,
    failures,
    latency_ms: latency(values('threadmill_latency{window:in}')),
    iterations_outside: count('threadmill_good') + count('threadmill_failed') - requests,
  };
}

// k6 counts its drops over the whole run, settling included, without saying when. In the window they are the arrivals
// that were due and did not start; k6's own count bounds that, so an arrival that straddles an edge is no drop.
function dropped(inTest: number, startedInWindow: number): number {
  if (settings.model === 'closed') return 0;
  const due = settings.rate * settings.windowSeconds;
  return Math.min(inTest, Math.max(0, due - startedInWindow));
}

function latency(values: Values) {
  const any = (values.count ?? 0) > 0;
  const of = (stat: string) => (any ? values[stat] : null);
  return {
    mean: of('avg'), p50: of('med'), p90: of('p(90)'), p95: of('p(95)'), p99: of('p(99)'), max: of('max'),
  };
}
