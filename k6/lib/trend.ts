// k6's figures of a Trend, under the names that the summary gives them; null when nothing was measured.

// `by` is taken off.
export function latency(values: Record<string, number>, by = 0) {
  const any = (values.count ?? 0) > 0;
  const of = (stat: string) => (any ? values[stat] - by : null);
  return {
    mean: of('avg'), p50: of('med'), p90: of('p(90)'), p95: of('p(95)'), p99: of('p(99)'), max: of('max'),
  };
}

// What the open model's latency counts from: the moment at which the arrival was due, which is known as long as k6 has
// dropped none (lag.ts); else from the request's start. `offset` is in the milliseconds since the arrival.
export interface Base {
  since: 'start' | 'arrival';
  offset: number;
}

// Where the rate varies, k6 begins with its arrivals when it has readied its users, and does not tell when that was. All
// are late by that; the one that was least late tells by how much. At a constant rate they count from the load's start.
export function baseOf(values: (name: string) => Record<string, number>, varies: boolean, droppedInTest: number): Base {
  if (droppedInTest > 0) return { since: 'start', offset: 0 };
  return { since: 'arrival', offset: varies ? (values('threadmill_lag')['p(0)'] ?? 0) : 0 };
}

// The percentiles that the summary gives, as k6 names them in its options. Between two of them nothing is known, so they
// stand closer the rarer they are: above the 90th a twentieth of the decade's share apart, such as 99, 99.05, 99.1.
// Made when asked for: each user has its own copy of whatever stands here.
export function percentiles(): string[] {
  const found = [0, 1];
  for (let step = 1; step <= 36; step++) found.push(step * 2.5);
  for (const [from, apart] of [[90, 0.5], [99, 0.05], [99.9, 0.005]]) {
    for (let step = 1; step <= 18; step++) found.push(Number((from + step * apart).toFixed(3)));
  }
  return [...found, 100].map(String);
}

export function stats(): string[] {
  return ['avg', 'med', 'max', 'count', ...percentiles().map(statOf)];
}

// The distribution: milliseconds by percentile; empty when nothing was measured.
export function quantiles(values: Record<string, number>, by = 0): Record<string, number> {
  if ((values.count ?? 0) === 0) return {};
  return Object.fromEntries(percentiles().map((percentile) => [percentile, values[statOf(percentile)] - by]));
}

function statOf(percentile: string): string {
  return `p(${percentile})`;
}
