// Questions to Prometheus, and its answers as series and tables.

/** Prometheus gives no answer at all, unlike one that refuses an expression. */
export class Unreachable extends Error {}

const SCRAPE = 1; // seconds, as in grafana/provisioning/datasources: Grafana has the same rule for $__rate_interval
const ESCAPES = { '\\': '\\\\', '"': '\\"', '\n': '\\n' };

/** A browser drops its connections when a network of the host comes or goes, as a machine's does: asked twice then. */
export function get(url, options = {}) {
  const send = () => fetch(url, { signal: AbortSignal.timeout(15000), ...options });
  return send().catch(send);
}

async function ask(path, params) {
  let [status, told] = ['no connection'];
  try {
    const answer = await get(`/api/v1/${path}`, { method: 'POST', body: new URLSearchParams(params) });
    status = `HTTP ${answer.status}`;
    told = await answer.json();
  } catch {
    throw new Unreachable(`Prometheus does not answer (${status})`);
  }
  if (told.status !== 'success') throw new Error(`Prometheus: ${told.error}`);
  return told.data;
}

/** The expression with $name and ${name} filled in. A value stays inside the quotes that it stands in. */
export const filled = (expr, values) => expr.replace(/\$(?:\{(\w+)\}|(\w+))/g, (whole, braced, plain) =>
  values[braced ?? plain]?.replace(/[\\"\n]/g, (sign) => ESCAPES[sign]) ?? whole);

/** The legend's {{label}}s filled in; without a legend, the series' labels. */
export const legend = (format, labels) => (format
  ? format.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name) => labels[name] ?? '').replace(/\s+/g, ' ').trim()
  : JSON.stringify(labels));

/** Series over the range: {name, labels, points, cells}; cells are those of native histograms. */
export async function series(target, { from, to }, step, values) {
  const times = { __rate_interval: `${Math.max(step + SCRAPE, 4 * SCRAPE)}s`, __interval: `${step}s` };
  const start = Math.floor(from / 1000 / step) * step;
  const query = filled(target.expr, { ...values, ...times });
  const { result } = await ask('query_range', { query, start, end: to / 1000, step });
  return result.map(({ metric, values: points = [], histograms = [] }) => ({
    name: legend(target.legendFormat, metric),
    labels: metric,
    points: points.map(([at, value]) => [at * 1000, Number(value)]).filter(([, value]) => Number.isFinite(value)),
    cells: histograms.flatMap(([at, { buckets = [] }]) => buckets
      .map(([, ...edges]) => [at * 1000, ...edges.map(Number)])),
  }));
}

/** The newest values as a table, a column for each label. */
export async function table(target, { to }, values) {
  const { result } = await ask('query', { query: filled(target.expr, values), time: to / 1000 });
  const rows = result.map(({ metric, value: [at, value] }) => ({ Time: at * 1000, ...metric, Value: Number(value) }));
  return { columns: [...new Set(rows.flatMap(Object.keys))], rows };
}

const number = (text) => Number(/\d+/.exec(text)?.[0] ?? Infinity);

/** A variable's values, in the order that it asks for: Grafana's odd numbers rise, 3 and 4 go by the first number. */
export async function options({ name, query, regex, sort }, { to }, values) {
  const [, expr] = (regex === `/${name}="([^"]*)"/` && /^query_result\((.*)\)$/s.exec(query.query ?? query)) || [];
  if (!expr) throw new Error(`This viewer does not know the query of the variable ${name}.`);
  const { result } = await ask('query', { query: filled(expr, values), time: to / 1000 });
  const found = result.flatMap(({ metric }) => metric[name] ?? []);
  if (sort) found.sort();
  if (sort === 3 || sort === 4) found.sort((one, other) => number(one) - number(other));
  return sort && sort % 2 === 0 ? found.reverse() : found;
}
