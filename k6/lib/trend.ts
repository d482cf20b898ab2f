// k6's figures of a Trend, under the names that the summary gives them; null when nothing was measured.

export function latency(values: Record<string, number>) {
  const any = (values.count ?? 0) > 0;
  const of = (stat: string) => (any ? values[stat] : null);
  return {
    mean: of('avg'), p50: of('med'), p90: of('p(90)'), p95: of('p(95)'), p99: of('p(99)'), max: of('max'),
  };
}

// The percentiles of the latency distribution, as k6 names them in its options.
export const QUANTILES = ['1', '5', '10', '25', '50', '75', '90', '95', '99', '99.9', '100'];

export const STATS = ['avg', 'med', 'max', 'count', ...QUANTILES.map(statOf)];

// The distribution: milliseconds by percentile; empty when nothing was measured.
export function quantiles(values: Record<string, number>): Record<string, number> {
  if ((values.count ?? 0) === 0) return {};
  return Object.fromEntries(QUANTILES.map((quantile) => [quantile, values[statOf(quantile)]]));
}

function statOf(quantile: string): string {
  return `p(${quantile})`;
}
