// Counts outcomes. The same series reach the summary and, by remote write, Prometheus (as k6_threadmill_...).

import { Counter, Trend } from 'k6/metrics';
import { FAILURES, type Outcome } from './outcome.ts';
import { timelineAnswer, timelineArrival } from './timeline.ts';
import { inWindow } from './window.ts';

// One series for settling and window, so that Prometheus' rate passes from one to the other without a dip. Each good
// answer is in `latency` too, by window: the summary counts those.
const good = new Counter('threadmill_good');
const failed = new Counter('threadmill_failed');
const latency = new Trend('threadmill_latency', true);
const firstByte = new Trend('threadmill_first_byte', true);
// Of the open model: of each arrival, how late k6 was; of each good answer, its latency since its arrival was due (lag.ts).
const lags = new Trend('threadmill_lag', true);
const sinceArrival = new Trend('threadmill_since_arrival', true);

// k6 hands a tagged share of a metric to the summary only where a threshold names it. These can never be missed.
export function thresholds(): Record<string, string[]> {
  const found: Record<string, string[]> = {
    'threadmill_latency{window:in}': ['max>=0'],
    'threadmill_first_byte{window:in}': ['max>=0'],
    'threadmill_lag{window:in}': ['max>=0'],
    'threadmill_since_arrival{window:in}': ['max>=0'],
  };
  for (const kind of FAILURES) found[`threadmill_failed{window:in,kind:${kind}}`] = ['count>=0'];
  return found;
}

const IN = { window: 'in' };
const OUT = { window: 'out' };

export function tallyArrival(asked: number, late: number): void {
  lags.add(late, inWindow(asked) ? IN : OUT);
  timelineArrival(asked);
}

// Milliseconds: to the last byte, and to the first where that is another matter; in the open model, the same to the last
// byte since the arrival was due.
export interface Waited {
  whole: number;
  first?: number;
  sinceArrival?: number;
}

export function tally(outcome: Outcome, waited: Waited, asked: number, answered: number): void {
  const window = inWindow(answered) ? IN : OUT;
  if (outcome === 'good') {
    good.add(1);
    latency.add(waited.whole, window);
    if (waited.first !== undefined) firstByte.add(waited.first, window);
    if (waited.sinceArrival !== undefined) sinceArrival.add(waited.sinceArrival, window);
  } else {
    failed.add(1, { ...window, kind: outcome });
  }
  timelineAnswer(outcome, waited, asked, answered);
}
