import { baseOf, latency, percentiles, quantiles, stats } from '../lib/trend.ts';
import { test } from './testing.ts';

export { options } from './testing.ts';

const USUAL = ['0', '1', '5', '10', '25', '50', '75', '90', '95', '99', '99.05', '99.9', '99.99', '100'];

export default function () {
  const found = percentiles();
  const numbers = found.map(Number);

  test('the usual ones are there', () => USUAL.every((percentile) => found.includes(percentile)));
  test('each once, ascending', () => numbers.every((number, index) => index === 0 || number > numbers[index - 1]));
  test('within 0 and 100', () => numbers[0] === 0 && numbers[numbers.length - 1] === 100);
  test('the rarer, the closer', () => numbers.every((number, index) => {
    const next = numbers[index + 1];
    return number < 90 || number >= 99.99 || next - number <= (100 - number) * 0.51;
  }));
  test('k6 is asked for each', () => found.every((percentile) => stats().includes(`p(${percentile})`)));

  const values = { count: 2, avg: 3, med: 4, max: 9, 'p(90)': 5, 'p(95)': 6, 'p(99)': 7, 'p(0)': 1, 'p(100)': 9 };
  test('by their names', () => latency(values).p99 === 7 && quantiles(values)['0'] === 1 && quantiles(values)['100'] === 9);
  test('nothing measured', () => latency({}).p50 === null && Object.keys(quantiles({})).length === 0);

  const recorded = (name: string) => ({ 'p(0)': name === 'threadmill_lag' ? 3 : 99 });
  const is = (varies: boolean, dropped: number, since: string, offset: number) => {
    const found = baseOf(recorded, varies, dropped);
    return found.since === since && found.offset === offset;
  };
  test('since the arrival, unless any was dropped', () => is(false, 0, 'arrival', 0) && is(false, 1, 'start', 0));
  test('what all arrivals of a varying rate are late by', () => is(true, 0, 'arrival', 3) && is(true, 1, 'start', 0));
  test('it is taken off', () => latency(values, 3).p99 === 4 && quantiles(values, 1)['100'] === 8);
}
