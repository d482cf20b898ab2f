// The page of one dashboard: what is chosen in its head, its panels on their grid, and when they are asked for anew.
import { unknown } from './fields.js';
import { element, TYPES } from './panels.js';
import { get, legend, options, series, table, Unreachable } from './prometheus.js';
import { moment, stepFor } from './time.js';

const [form, main, nav, faultLine] = ['form', 'main', 'nav', '#fault'].map((one) => document.querySelector(one));
const chosen = new URLSearchParams(location.search);
const values = {}; // of the dashboard's variables
const visible = new Set(); // panels: what nobody sees, nobody asks Prometheus for
const broken = [];
let changed = false; // what is chosen here must exist; an address may be ahead of what Prometheus has been told

function tell(...faults) {
  faultLine.textContent = [...broken, ...faults].join('\n');
  faultLine.hidden = !faultLine.textContent;
}

async function load() {
  const files = (await (await get('/dashboards/')).json()).filter(({ name }) => name.endsWith('.json'));
  const found = await Promise.all(files.map(async ({ name }) => {
    try {
      const read = await (await get(`/dashboards/${encodeURIComponent(name)}`)).json();
      if (!Array.isArray(read.panels)) throw new Error('it has no panels');
      return [read];
    } catch (error) {
      broken.push(`The dashboard file ${name} cannot be read: ${error.message}`);
      return [];
    }
  }));
  return found.flat();
}

/** A choice in the head, kept in the address as Grafana keeps it. */
function control(tag, label, name, refresh, attributes = {}, ...children) {
  const made = element(tag, { name, ...attributes, onchange() {
    chosen.set(name, made.value);
    history.replaceState(null, '', `?${chosen}`);
    refresh();
  } }, ...children);
  form.append(element('label', {}, `${label} `, made));
  return made;
}

const listed = (list) => list.map((value) => element('option', { value }, value));

function build({ title, time, timepicker = {}, templating, refresh: every = 'off', panels }, refresh) {
  document.title = `${title} - Threadmill dashboards`;
  document.querySelector('h1').textContent = title;
  for (const one of templating?.list ?? []) {
    one.box = control('select', one.label ?? one.name, `var-${one.name}`, () => refresh(changed = true));
  }
  for (const name of timepicker.hidden ? [] : ['from', 'to']) {
    control('input', name, name, refresh, { size: 13, value: chosen.get(name) ?? time[name], list: 'times' });
  }
  form.append(element('datalist', { id: 'times' }, ...listed(['now-1m', 'now-5m', 'now-15m', 'now-1h', 'now'])));
  const intervals = [...new Set(['off', every, ...(timepicker.refresh_intervals ?? [])])];
  const often = control('select', 'refresh', 'refresh', refresh, {}, ...listed(intervals));
  often.value = chosen.get('refresh') ?? every;
  const watch = new IntersectionObserver((seen) => {
    for (const { target, isIntersecting } of seen) visible[isIntersecting ? 'add' : 'delete'](target);
    refresh();
  }, { rootMargin: '100px' });
  for (const panel of panels.flatMap((one) => [one, ...(one.panels ?? [])])) {
    const { x, y, w, h } = panel.gridPos;
    const style = { '--x': x, '--y': y, '--w': w, '--h': h };
    if (panel.type === 'row') {
      main.append(element('h2', { class: 'cell', style }, panel.title));
      continue;
    }
    const body = element('div', { class: 'body', tabindex: panel.type === 'table' ? 0 : -1 });
    const note = element('p', { class: 'fault', hidden: '' });
    const about = element('details', {}, element('summary', { 'aria-label': `About ${panel.title}` }, 'i'),
      element('p', {}, panel.description ?? ''));
    const cell = element('section', { class: 'cell panel', style, 'aria-label': panel.title },
      element('h3', {}, panel.title), about, note, body);
    main.append(Object.assign(cell, { panel, body, note }));
    watch.observe(cell);
  }
}

async function draw({ panel, body, note }, range, marks) {
  const lacks = unknown(panel);
  note.textContent = '';
  try {
    if (!TYPES[panel.type]) throw new Error(`This viewer does not draw panels of the type ${panel.type}.`);
    const step = stepFor(range, Math.max(body.clientWidth, 100) / (panel.type === 'heatmap' ? 4 : 1));
    const asked = panel.targets.filter(({ hide }) => !hide);
    const [first, ...more] = asked.filter((one) => one.format === 'table');
    if (more.length) lacks.push('more than one table');
    const lines = asked.filter((one) => one.format !== 'table').map((one) => series(one, range, step, values));
    const data = { table: first ? await table(first, range, values) : { columns: [], rows: [] },
      series: (await Promise.all(lines)).flat() };
    const filled = data.table.rows.length || data.series.some(({ points, cells }) => points.length || cells.length);
    const drawn = filled ? TYPES[panel.type](panel, data, body, { ...range, step, marks }) : 0;
    if (!drawn) clear(body, panel.fieldConfig?.defaults?.noValue ?? 'No data');
    if (lacks.length) note.textContent = `Not supported by this viewer: ${lacks.join(', ')}`;
  } catch (error) {
    note.textContent = error.message;
    if (error instanceof Unreachable) throw error; // what is drawn stays
    clear(body, '');
  } finally {
    note.hidden = !note.textContent;
  }
}

function clear(body, text) {
  body.resizes?.disconnect();
  body.chart?.dispose();
  body.chart = undefined;
  body.replaceChildren(element('p', { class: 'message' }, text));
}

/** The stretches or moments that an annotation marks: samples no further apart than a step are one stretch. */
async function marksOf(annotation, range) {
  const step = Math.max(parseInt(annotation.step ?? '60', 10), stepFor(range, 100));
  const moments = annotation.useValueForTime;
  return (await series(annotation, range, step, values)).flatMap(({ labels, points }) => {
    const text = `${legend(annotation.titleFormat, labels)}: ${legend(annotation.textFormat, labels)}`;
    const times = [...new Set(points.map(([at, value]) => (moments ? value : at)))];
    return times.filter((at) => range.from <= at && at <= range.to).reduce((marks, at) => {
      const last = marks.at(-1);
      if (last && !moments && at - (last.end ?? last.at) <= step * 1000) last.end = at;
      else marks.push({ at, text, colour: annotation.iconColor });
      return marks;
    }, []);
  });
}

async function round({ time, timezone, timepicker, templating, annotations }) {
  const utc = timezone === 'utc';
  const [from, to] = ['from', 'to'].map((name) => moment(chosen.get(name) ?? time[name], name === 'to', utc));
  if (from >= to) throw new Error('The range of time ends before it begins.');
  for (const one of templating?.list ?? []) {
    const found = await options(one, { from, to }, values);
    const wanted = chosen.get(`var-${one.name}`);
    if (wanted && !changed && !found.includes(wanted)) found.unshift(wanted);
    values[one.name] = found.includes(wanted) ? wanted : found[0] ?? '';
    one.box.replaceChildren(...listed(found));
    one.box.value = values[one.name];
  }
  const marking = (annotations?.list ?? []).filter(({ enable }) => enable);
  const marks = (await Promise.all(marking.map((one) => marksOf(one, { from, to })))).flat();
  const fitted = timepicker?.hidden && !chosen.has('to'); // nobody chose the range: the axis ends with the data
  const drawn = await Promise.allSettled([...visible].map((cell) => draw(cell, { from, to, utc, fitted }, marks)));
  const failed = drawn.find(({ reason }) => reason);
  if (failed) throw failed.reason;
}

async function start() {
  const dashboards = await load();
  const uid = decodeURIComponent(location.pathname.split('/')[2]);
  nav.append(...dashboards.map((one) => element('a', { href: `/d/${encodeURIComponent(one.uid)}`,
    ...(one.uid === uid && { 'aria-current': 'page' }) }, one.title)));
  const dashboard = dashboards.find((one) => one.uid === uid);
  if (!dashboard) throw new Error(`No dashboard that can be read has the uid ${uid}.`);
  tell();
  let [timer, running, asked] = [];
  async function refresh() {
    clearTimeout(timer);
    asked = running;
    if (running) return;
    running = true;
    await round(dashboard).then(() => tell(), (error) => tell(error.message));
    running = false;
    const [, count, unit] = /^(\d+)([smh])$/.exec(form.elements.refresh.value) ?? [];
    if (asked) refresh();
    else if (count && !document.hidden) timer = setTimeout(refresh, count * { s: 1, m: 60, h: 3600 }[unit] * 1000);
  }
  build(dashboard, refresh);
  document.addEventListener('visibilitychange', refresh);
}

start().catch((error) => tell(error.message));
