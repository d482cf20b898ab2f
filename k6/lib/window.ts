// The window: which moments count, and the two lines that tell the harness when it starts and ends.

import { sleep } from 'k6';
import exec from 'k6/execution';
import { settings } from './settings.ts';

let start = 0;

// Both k6 scenarios start at the same moment, so each can find the window from its own start.
function windowStart(): number {
  if (start === 0) {
    start = exec.scenario.startTime + settings.settleSeconds * 1000;
  }
  return start;
}

export function inWindow(moment: number): boolean {
  const elapsed = moment - windowStart();
  return elapsed >= 0 && elapsed < settings.windowSeconds * 1000;
}

function sleepUntil(moment: number): void {
  sleep(Math.max(0, moment - Date.now()) / 1000);
}

// The harness reads the cgroup counters at these two lines: keep their text.
export function clock(): void {
  sleepUntil(windowStart());
  console.log('threadmill window start');
  sleepUntil(windowStart() + settings.windowSeconds * 1000);
  console.log('threadmill window end');
}
