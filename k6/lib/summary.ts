// What the harness reads: one JSON object on standard output. See README.md for its fields.

import { type Stage, due } from './arrivals.ts';
import { FAILURES } from './outcome.ts';
import { settings } from './settings.ts';
import { phaseRows, timeline } from './timeline.ts';
import { type Base, baseOf, latency, quantiles } from './trend.ts';

type Values = Record<string, number>;

// `stages` as given to load().
export function summary(scenario: string, stages?: Stage[]) {
  return (data: any) => ({ stdout: JSON.stringify(result(scenario, stages, valuesOf(data))) + '\n' });
}

function valuesOf(data: any): (name: string) => Values {
  if (!data.metrics) {
    throw new Error('k6 gave its newer summary, which has no p99: set K6_NEW_MACHINE_READABLE_SUMMARY=false');
  }
  return (name) => data.metrics[name]?.values ?? {};
}

function result(scenario: string, stages: Stage[] | undefined, values: (name: string) => Values) {
  const count = (name: string) => values(name).count ?? 0;
  const { model, vus, rate, windowSeconds, timeoutSeconds, think } = settings;

  const droppedInTest = count('dropped_iterations');
  const failures: Values = {};
  for (const kind of FAILURES) failures[kind] = count(`threadmill_failed{window:in,kind:${kind}}`);
  failures.dropped = dropped(stages, droppedInTest, count('threadmill_lag{window:in}'));

  const good = count('threadmill_latency{window:in}');
  const failed = FAILURES.reduce((sum, kind) => sum + failures[kind], 0);
  const requests = good + failed - failures.dropped;
  const base: Base = model === 'open' ? baseOf(values, !!stages, droppedInTest) : { since: 'start', offset: 0 };
  const waits = values(`threadmill_${base.since === 'arrival' ? 'since_arrival' : 'latency'}{window:in}`);
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
    latency_from: base.since,
    latency_ms: latency(waits, base.offset),
    quantiles_ms: quantiles(waits, base.offset),
    limit_ms: timeoutSeconds * 1000,
    think_ms: model === 'closed' ? (think.least + think.most) / 2 : 0,
    iterations_outside: count('threadmill_good') + count('threadmill_failed') - requests,
    ...(base.since === 'arrival' ? lagged(values, base.offset) : {}),
    ...streamed(values('threadmill_first_byte{window:in}')),
    ...varied(stages, values),
  };
}

// k6's own part in the latency, and the latency without it.
function lagged(values: (name: string) => Values, offset: number) {
  return {
    lag_ms: latency(values('threadmill_lag{window:in}'), offset),
    from_start_ms: latency(values('threadmill_latency{window:in}')),
  };
}

function streamed(values: Values) {
  return values.count > 0 ? { first_byte_ms: latency(values) } : {};
}

function varied(stages: Stage[] | undefined, values: (name: string) => Values) {
  if (!stages || settings.model === 'closed') return {};
  const droppedInTest = values('dropped_iterations').count ?? 0;
  const phases = phaseRows(stages, values, droppedInTest);
  return { timeline: timeline(stages, values, droppedInTest), ...(phases.length > 0 ? { phases } : {}) };
}

// k6 counts its drops over the whole run, settling included, without saying when. In the window they are the arrivals
// that were due and did not start; k6's own count bounds that, so an arrival that straddles an edge is no drop.
function dropped(stages: Stage[] | undefined, inTest: number, startedInWindow: number): number {
  const { model, rate, windowSeconds } = settings;
  if (model === 'closed') return 0;
  const arrivals = stages ? Math.round(due(stages, 0, windowSeconds)) : rate * windowSeconds;
  return Math.min(inTest, Math.max(0, arrivals - startedInWindow));
}
