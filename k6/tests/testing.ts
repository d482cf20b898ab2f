// Lets k6 run tests of lib/: `k6 run k6/tests/<name>.ts` exits 0 when every case holds, 99 when one does not.

import { check } from 'k6';
import { Counter } from 'k6/metrics';

// An empty file must not pass: no check at all is a failure too.
export const options = { vus: 1, iterations: 1, thresholds: { checks: ['rate==1'], cases: ['count>0'] } };

const cases = new Counter('cases');

export function test(name: string, holds: () => boolean): void {
  cases.add(1);
  let held = false;
  try {
    held = holds();
  } catch (error) {
    console.error(`${name}: ${error}`);
  }
  if (!check(held, { [name]: (value) => value })) console.error(`${name}: does not hold`);
}
