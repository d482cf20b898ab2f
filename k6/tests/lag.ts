import { plan } from '../lib/lag.ts';
import { settings } from '../lib/settings.ts';
import { test } from './testing.ts';

export { options } from './testing.ts';

const SERVICE = 0.005;
const stages = [{ seconds: 10, from: 100, to: 100 }, { seconds: 10, from: 100, to: 300 }];

// Seconds at which requests start and have their answers, where k6 stands still from second `from` to second `to`: what was
// due meanwhile starts at its end. The service answers each after SERVICE, whatever comes.
function paused(dueAt: (number: number) => number, count: number, from: number, to: number) {
  return Array.from({ length: count }, (_, number) => {
    const due = dueAt(number);
    const start = due >= from && due < to ? to : due;
    return { due, start, end: start + SERVICE };
  });
}

function percentile(values: number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil((percent / 100) * sorted.length) - 1];
}

const near = (value: number, wanted: number) => Math.abs(value - wanted) < 1e-6;

export default function () {
  const constant = plan();
  const varying = plan(stages);
  const { rate, settleSeconds, windowSeconds } = settings;

  test('the first arrival of a constant rate is due at once', () => constant.dueAt(0) === 0 && constant.dueAt(rate) === 1);
  test('the load ends after its window', () => constant.seconds === settleSeconds + windowSeconds + 2);
  test('a load that varies ends with it', () => varying.seconds === settleSeconds + 20);
  test('its first arrival is due after a period', () => near(varying.dueAt(0), 0.01));
  test('its ramp begins after settling and the first stage', () => near(varying.dueAt(settleSeconds * 100 + 999), 15));

  for (const [name, found] of Object.entries({ constant, varying })) {
    const requests = paused(found.dueAt, 2000, 8, 10);
    const fromStart = requests.map(({ start, end }) => end - start);
    const sinceArrival = requests.map(({ due, end }) => end - due);
    const waited = sinceArrival.filter((seconds) => seconds > SERVICE + 1e-6);

    test(`${name}: latency from the start hides a pause of two seconds`, () => near(percentile(fromStart, 100), SERVICE));
    test(`${name}: since the arrival it is there`, () => percentile(sinceArrival, 100) > 1.99);
    // 200 of 2,000 were due in it, evenly: the 95th percentile is in their middle
    test(`${name}: for as many as were due in it`, () => waited.length >= 199 && waited.length <= 201);
    test(`${name}: and as long as they waited`, () => Math.abs(percentile(sinceArrival, 95) - 1 - SERVICE) < 0.02);
    test(`${name}: nobody else is touched`, () => near(percentile(sinceArrival, 89), SERVICE));
  }
}
