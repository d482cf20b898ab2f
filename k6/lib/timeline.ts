// What became of arrivals that vary: a row for every five seconds, and one for every phase.
//
// Counted beside the other metrics, and only where a scenario has stages, so that no other series is split by time.

import { Counter, Trend } from 'k6/metrics';
import { type Stage, due, lengthOf } from './arrivals.ts';
import type { Outcome } from './outcome.ts';
import { settings } from './settings.ts';
import type { Waited } from './tally.ts';
import { type Base, baseOf, latency } from './trend.ts';
import { secondOf } from './window.ts';

export const STEP = 5;

type Values = (name: string) => Record<string, number>;
const KINDS = ['arrived', 'good', 'failed'] as const;
type Kind = (typeof KINDS)[number];

const events = new Counter('threadmill_timeline');
const waits = new Trend('threadmill_timeline_latency', true);
const sinceArrival = new Trend('threadmill_timeline_since_arrival', true);

let kept: Stage[] | undefined;

export function keepTimeline(stages: Stage[]): void {
  kept = stages;
}

// As in tally.ts: without them k6 would not hand these shares to the summary.
export function timelineThresholds(): Record<string, string[]> {
  const thresholds: Record<string, string[]> = {};
  if (!kept) return thresholds;
  for (const share of [...steps(kept).map((at) => `at:${at}`), ...phases(kept).map(({ name }) => `phase:${name}`)]) {
    for (const kind of KINDS) thresholds[counted(share, kind)] = ['count>=0'];
    for (const since of ['start', 'arrival'] as const) thresholds[timed(share, since)] = ['max>=0'];
  }
  return thresholds;
}

export function timelineArrival(asked: number): void {
  if (!kept || secondOf(asked) < 0) return;
  events.add(1, { ...atOf(kept, asked), ...phaseOf(kept, asked), kind: 'arrived' });
}

// A row of the timeline has the answers of its moment; a phase has the answers to its own arrivals, however late.
export function timelineAnswer(outcome: Outcome, waited: Waited, asked: number, answered: number): void {
  if (!kept || secondOf(answered) < 0) return;
  const tags = { ...atOf(kept, answered), ...phaseOf(kept, asked) };
  events.add(1, { ...tags, kind: outcome === 'good' ? 'good' : 'failed' });
  if (outcome !== 'good') return;
  waits.add(waited.whole, tags);
  sinceArrival.add(waited.sinceArrival ?? waited.whole, tags);
}

function atOf(stages: Stage[], moment: number) {
  return { at: String(stepOf(secondOf(moment), lengthOf(stages))) };
}

function phaseOf(stages: Stage[], moment: number) {
  const second = secondOf(moment);
  const phase = phases(stages).find(({ at, seconds }) => second >= at && second < at + seconds);
  return phase ? { phase: phase.name } : {};
}

// Where the step begins that a second belongs to; no step crosses the end of the window.
export function stepOf(second: number, end: number): number {
  const begin = second < end ? 0 : end;
  return begin + Math.floor((second - begin) / STEP) * STEP;
}

// Rows from the end of the window on hold the answers that came late; they stop at the last one.
export function timeline(stages: Stage[], values: Values, droppedInTest: number) {
  let left = droppedInTest;
  const base = baseOf(values, true, droppedInTest);
  const rows = steps(stages).map((at) => {
    const row = rowOf(stages, values, `at:${at}`, base, at, STEP, left);
    left -= row.dropped;
    const { dropped, latency_ms, ...counts } = row;
    return { at, ...counts, p95_ms: latency_ms.p95 };
  });
  const empty = (row: (typeof rows)[number]) => row.at >= lengthOf(stages) && row.good + row.failed === 0;
  while (empty(rows[rows.length - 1])) rows.pop();
  return rows;
}

export function phaseRows(stages: Stage[], values: Values, droppedInTest: number) {
  let left = droppedInTest;
  const base = baseOf(values, true, droppedInTest);
  return phases(stages).map(({ name, at, seconds, rate }) => {
    const { dropped, ...row } = rowOf(stages, values, `phase:${name}`, base, at, seconds, left);
    left -= dropped;
    return { name, at, seconds, rate, ...row };
  });
}

// k6 does not say when it dropped an arrival: where fewer started than were due, as far as its own count goes.
function rowOf(
  stages: Stage[], values: Values, share: string, base: Base, at: number, seconds: number, undated: number,
) {
  const count = (kind: Kind) => values(counted(share, kind)).count ?? 0;
  const arrived = count('arrived');
  const dropped = Math.min(undated, Math.max(0, Math.round(due(stages, at, at + seconds)) - arrived));
  return {
    offered: arrived + dropped,
    good: count('good'),
    failed: count('failed') + dropped,
    dropped,
    latency_ms: latency(values(timed(share, base.since)), base.offset),
  };
}

const counted = (share: string, kind: Kind) => `threadmill_timeline{${share},kind:${kind}}`;
const timed = (share: string, since: Base['since']) =>
  `threadmill_timeline_${since === 'arrival' ? 'since_arrival' : 'latency'}{${share}}`;

function steps(stages: Stage[]): number[] {
  const end = lengthOf(stages);
  const last = end + settings.timeoutSeconds + STEP;
  const begins: number[] = [];
  for (let at = 0; at < end; at += STEP) begins.push(at);
  for (let at = end; at < last; at += STEP) begins.push(at);
  return begins;
}

function phases(stages: Stage[]) {
  let at = 0;
  const found = stages.map(({ name, seconds, to }) => {
    at += seconds;
    return { name, at: at - seconds, seconds, rate: to };
  });
  return found.filter((phase): phase is typeof phase & { name: string } => phase.name !== undefined);
}
