import { due, mostWithin } from '../lib/arrivals.ts';
import { test } from './testing.ts';

export { options } from './testing.ts';

const ramp = [{ seconds: 60, from: 10, to: 500 }];
const jump = [{ seconds: 10, from: 5, to: 5 }, { seconds: 10, from: 50, to: 50 }];

export default function () {
  test('a constant rate', () => due([{ seconds: 20, from: 7, to: 7 }], 5, 15) === 70);
  test('the published ramp has 15,300 arrivals', () => due(ramp, 0, 60) === 15300);
  test('its first half has fewer', () => due(ramp, 0, 30) === 30 * (10 + 255) / 2);
  test('halves make a whole', () => Math.abs(due(ramp, 0, 23) + due(ramp, 23, 60) - 15300) < 1e-6);
  test('a jump', () => due(jump, 8, 12) === 110);
  test('before the window the first rate holds', () => due(ramp, -5, 0) === 50 && due(jump, -2, 1) === 15);
  test('after the window nobody arrives', () => due(jump, 20, 30) === 0 && due(jump, 19, 30) === 50);

  test('the most of a jump is in its upper stage', () => mostWithin(jump, 4) === 200);
  test('a longer span reaches into the lower one', () => mostWithin(jump, 12) === 510);
  test('the most of a ramp is at its end', () => mostWithin(ramp, 10) === Math.ceil(due(ramp, 50, 60)));
}
