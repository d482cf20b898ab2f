// k6's figures of a Trend, under the names that the summary gives them; null when nothing was measured.

export function latency(values: Record<string, number>) {
  const any = (values.count ?? 0) > 0;
  const of = (stat: string) => (any ? values[stat] : null);
  return {
    mean: of('avg'), p50: of('med'), p90: of('p(90)'), p95: of('p(95)'), p99: of('p(99)'), max: of('max'),
  };
}
