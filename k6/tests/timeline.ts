import { phaseRows, stepOf, timeline } from '../lib/timeline.ts';
import { test } from './testing.ts';

export { options } from './testing.ts';

const stages = [{ name: 'low', seconds: 10, from: 2, to: 2 }, { name: 'high', seconds: 2, from: 10, to: 10 }];

// As k6 hands over the shares of a metric.
function recorded(counts: Record<string, number>) {
  return (name: string): Record<string, number> => {
    if (name === 'threadmill_lag') return { count: 1, 'p(0)': 2 };
    const [, share, kind] = /\{(\w+:\w+)(?:,kind:(\w+))?\}/.exec(name)!;
    const p95 = name.startsWith('threadmill_timeline_since_arrival') ? 11 : 7;
    if (kind === undefined) return { count: counts[`${share} good`] ?? 0, 'p(95)': p95 };
    return { count: counts[`${share} ${kind}`] ?? 0 };
  };
}

export default function () {
  test('a step is five seconds', () => stepOf(0, 12) === 0 && stepOf(4.9, 12) === 0 && stepOf(5, 12) === 5);
  test('the last step ends with the window', () => stepOf(11.9, 12) === 10 && stepOf(12, 12) === 12);
  test('late steps count from there', () => stepOf(16.9, 12) === 12 && stepOf(17, 12) === 17);

  const counts = {
    'at:0 arrived': 10, 'at:0 good': 9, 'at:5 arrived': 8, 'at:5 good': 8, 'at:5 failed': 1,
    'at:10 arrived': 15, 'at:12 good': 14, 'at:12 failed': 1,
  };
  const rows = timeline(stages, recorded(counts), 6);
  const row = (at: number) => rows.find((found) => found.at === at)!;

  test('rows stop at the last answer', () => rows.map(({ at }) => at).join() === '0,5,10,12');
  test('arrivals that all started', () => row(0).offered === 10 && row(0).good === 9 && row(0).failed === 0);
  test('a dropped arrival is offered and failed', () => row(5).offered === 10 && row(5).failed === 3);
  test('no more are dropped than k6 counted', () => row(10).offered === 19 && row(10).failed === 4);
  test('late answers', () => row(12).offered === 0 && row(12).good === 14 && row(12).failed === 1);
  test('latency of good answers, from their start after drops', () => row(0).p95_ms === 7 && row(10).p95_ms === null);

  const [low, high] = phaseRows(stages, recorded({ 'phase:low arrived': 20, 'phase:low good': 20 }), 0);
  test('a phase has its place', () => low.name === 'low' && low.at === 0 && high.at === 10 && high.seconds === 2);
  test('a phase has its counts', () => low.offered === 20 && low.good === 20);
  test('without drops latency counts from the arrivals, less what all were late by', () => low.latency_ms.p95 === 9);
  test('an empty phase', () => high.name === 'high' && high.offered === 0 && high.latency_ms.p95 === null);
  const nameless = [{ seconds: 1, from: 1, to: 1 }];
  test('stages without a name are no phases', () => phaseRows(nameless, recorded({}), 0).length === 0);
}
