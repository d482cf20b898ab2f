// Counts outcomes. The same series reach the summary and, by remote write, Prometheus (as k6_threadmill_...).

import { Counter, Trend } from 'k6/metrics';
import { FAILURES, type Outcome } from './outcome.ts';

const good = new Counter('threadmill_good');
const failed = new Counter('threadmill_failed');
const latency = new Trend('threadmill_latency', true);
const arrivals = new Counter('threadmill_arrivals');

// k6 hands a tagged share of a metric to the summary only where a threshold names it. These can never be missed.
export const thresholds: Record<string, string[]> = {
  'threadmill_good{window:in}': ['count>=0'],
  'threadmill_latency{window:in}': ['max>=0'],
  'threadmill_arrivals{window:in}': ['count>=0'],
};
for (const kind of FAILURES) {
  thresholds[`threadmill_failed{window:in,kind:${kind}}`] = ['count>=0'];
}

const IN = { window: 'in' };
const OUT = { window: 'out' };

export function tallyArrival(inside: boolean): void {
  arrivals.add(1, inside ? IN : OUT);
}

export function tally(outcome: Outcome, milliseconds: number, inside: boolean): void {
  const window = inside ? IN : OUT;
  if (outcome === 'good') {
    good.add(1, window);
    latency.add(milliseconds, window);
  } else {
    failed.add(1, { ...window, kind: outcome });
  }
}
