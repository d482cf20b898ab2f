import { draw } from '../lib/draw.ts';
import { test } from './testing.ts';

export { options } from './testing.ts';

export default function () {
  const draws = Array.from({ length: 10000 }, (_, n) => draw(1, n, 100));
  const counts = new Array(100).fill(0);
  for (const side of draws) counts[side]++;

  test('the same seed draws the same', () => draws.every((side, n) => side === draw(1, n, 100)));
  test('another seed draws otherwise', () => draws.filter((side, n) => side === draw(2, n, 100)).length < 200);
  // 100 each on average, with a standard deviation of 10
  test('every side comes up about equally often', () => counts.every((count) => count > 50 && count < 150));
}
