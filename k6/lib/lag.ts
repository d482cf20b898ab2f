// k6's own lag in the open model: how long after its arrival was due a request starts.
//
// The number of an iteration says when it was due, by the inverse of the arrival curve. But k6 numbers the iterations that
// it starts, and none that it drops (grafana/k6#2308): after a drop a number belongs to a later arrival, and how many were
// dropped no user can know. The summary, which knows whether any was, says whether these figures count.

import { type Stage, arrivalAt, lengthOf } from './arrivals.ts';
import { running } from './running.ts';
import { settings } from './settings.ts';
import { TAIL_SECONDS } from './window.ts';

// Seconds since the start of the load: its length, and when the arrival of a number is due.
interface Plan {
  seconds: number;
  dueAt: (number: number) => number;
}

let kept: Plan | undefined;

export function keepArrivals(stages?: Stage[]): void {
  kept = plan(stages);
}

// Of k6's two executors the one of a constant rate starts its first iteration at once.
export function plan(stages?: Stage[]): Plan {
  const { rate, settleSeconds, windowSeconds } = settings;
  if (!stages) return { seconds: settleSeconds + windowSeconds + TAIL_SECONDS, dueAt: (number) => number / rate };
  return {
    seconds: settleSeconds + lengthOf(stages),
    dueAt: (number) => settleSeconds + arrivalAt(stages, settleSeconds, number),
  };
}

// Milliseconds, now, for the iteration that runs. k6's progress is the time since the start, as a share, by the clock that
// the arrivals follow; Date.now() counts whole milliseconds only.
export function lag(): number {
  if (!kept) return 0;
  const { progress, iterationInTest } = running();
  return Math.max(0, progress * kept.seconds - kept.dueAt(iterationInTest)) * 1000;
}
