import { type Stage, arrivalAt, due, lengthOf, mostWithin } from '../lib/arrivals.ts';
import { test } from './testing.ts';

export { options } from './testing.ts';

const ramp = [{ seconds: 60, from: 10, to: 500 }];
const jump = [{ seconds: 10, from: 5, to: 5 }, { seconds: 10, from: 50, to: 50 }];

const SETTLE = 5;
const shapes: Record<string, Stage[]> = {
  'a constant rate': [{ seconds: 20, from: 7, to: 7 }],
  'a ramp up': ramp,
  'a ramp down to nothing': [{ seconds: 30, from: 40, to: 0 }],
  'a ramp from nothing': [{ seconds: 30, from: 0, to: 40 }],
  'a jump': jump,
  'a pause between stages': [{ seconds: 5, from: 4, to: 4 }, { seconds: 5, from: 0, to: 0 }, { seconds: 5, from: 4, to: 8 }],
  'overload': [10, 20, 60, 10].map((rate) => ({ seconds: 20, from: rate, to: rate })),
};

// The moments at which all arrivals are due.
function moments(stages: Stage[]): number[] {
  const count = Math.floor(due(stages, -SETTLE, lengthOf(stages)) + 1e-6);
  return Array.from({ length: count }, (_, number) => arrivalAt(stages, SETTLE, number));
}

export default function () {
  test('a constant rate', () => due([{ seconds: 20, from: 7, to: 7 }], 5, 15) === 70);
  test('the published ramp has 15,300 arrivals', () => due(ramp, 0, 60) === 15300);
  test('its first half has fewer', () => due(ramp, 0, 30) === 30 * (10 + 255) / 2);
  test('halves make a whole', () => Math.abs(due(ramp, 0, 23) + due(ramp, 23, 60) - 15300) < 1e-6);
  test('a jump', () => due(jump, 8, 12) === 110);
  test('before the window the first rate holds', () => due(ramp, -5, 0) === 50 && due(jump, -2, 1) === 15);
  test('after the window nobody arrives', () => due(jump, 20, 30) === 0 && due(jump, 19, 30) === 50);

  for (const [name, stages] of Object.entries(shapes)) {
    const at = moments(stages);
    test(`${name}: the inverse of the curve`, () => at.every((moment, number) => {
      return Math.abs(due(stages, -SETTLE, moment) - (number + 1)) < 1e-6;
    }));
    test(`${name}: in order, from the load's start to its end`, () => {
      const ascending = at.every((moment, number) => number === 0 || moment > at[number - 1]);
      return at.length > 50 && ascending && at[0] > -SETTLE && at[at.length - 1] <= lengthOf(stages) + 1e-6;
    });
    test(`${name}: as many in each second as are due`, () => {
      const seconds = Array.from({ length: lengthOf(stages) }, (_, second) => second);
      return seconds.every((second) => {
        const found = at.filter((moment) => moment > second && moment <= second + 1).length;
        return Math.abs(found - due(stages, second, second + 1)) < 1 + 1e-6;
      });
    });
  }
  test('settling has the first rate', () => arrivalAt(jump, 5, 4) === -4 && arrivalAt(jump, 5, 24) === 0);
  test('without settling', () => arrivalAt(jump, 0, 49) === 10 && arrivalAt(jump, 0, 50) === 10.02);
  test('the middle of the published ramp', () => Math.abs(arrivalAt(ramp, 0, due(ramp, 0, 30) - 1) - 30) < 1e-9);
  test('nobody is due after the end', () => arrivalAt(jump, 0, 1e6) === 20);

  test('the most of a jump is in its upper stage', () => mostWithin(jump, 4) === 200);
  test('a longer span reaches into the lower one', () => mostWithin(jump, 12) === 510);
  test('the most of a ramp is at its end', () => mostWithin(ramp, 10) === Math.ceil(due(ramp, 50, 60)));
}
