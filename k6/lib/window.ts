// The window: which moments count, and the two lines that tell the harness when it starts and ends.

import { sleep } from 'k6';
import exec from 'k6/execution';
import { settings } from './settings.ts';

let start = 0;

// Both k6 scenarios start at the same moment, so each can find the window from its own start.
function windowStart(): number {
  if (start === 0) {
    start = exec.scenario.startTime + (settings.rampSeconds + settings.settleSeconds) * 1000;
  }
  return start;
}

// The second of the window, negative before it.
export function secondOf(moment: number): number {
  return (moment - windowStart()) / 1000;
}

export function inWindow(moment: number): boolean {
  const second = secondOf(moment);
  return second >= 0 && second < settings.windowSeconds;
}

function sleepUntil(moment: number): void {
  sleep(Math.max(0, moment - Date.now()) / 1000);
}

// After the window constant load goes on for so long: the harness reads the counters of machines that are still under
// load. It knows this number (bench/runner/k6.py).
export const TAIL_SECONDS = 2;

// The harness reads the cgroup counters at these two lines: keep their text.
export function clock(): void {
  sleepUntil(windowStart());
  // Only a load that begins with its window finds the app as it rested, so the harness asks for how long it has been on.
  console.log(`threadmill window start, ${settings.rampSeconds + settings.settleSeconds} s into the load`);
  sleepUntil(windowStart() + settings.windowSeconds * 1000);
  console.log('threadmill window end');
  sleep(TAIL_SECONDS);
}
