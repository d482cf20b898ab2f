// Draws each type of panel from its definition and data. Texts become text nodes, never markup.
import { format, settings, shown, transformed } from './fields.js';

const INK = '#c4c6ca';
const AXIS = { axisLabel: { color: INK, fontSize: 11, hideOverlap: true }, splitNumber: 4,
  splitLine: { show: true, lineStyle: { color: '#262a31' } } };
const GRID = { left: 8, right: 14, top: 20, bottom: 6, containLabel: true };

/** A new element with attributes and children; a string is a text. */
export function element(tag, { style = {}, onclick, onchange, ...attributes } = {}, ...children) {
  const made = Object.assign(document.createElement(tag), { onclick, onchange });
  Object.entries(style).forEach(([name, value]) => made.style.setProperty(name, value));
  Object.entries(attributes).forEach(([name, value]) => made.setAttribute(name, value));
  made.append(...children);
  return made;
}

/** The columns of numbers of the panel's table, each with its newest value. */
function fields(panel, data) {
  const { columns, rows } = transformed(panel, data.table);
  const found = columns.map((name) => ({ name, value: rows.findLast((row) => row[name] !== null)?.[name] }));
  return found.filter(({ name, value }) => name !== 'Time' && typeof value === 'number')
    .map((one, index) => ({ ...one, config: settings(panel, one.name, index) }));
}

function stat(panel, data, body) {
  const tiles = fields(panel, data).map(({ name, value, config }) => {
    const { text, colour = config.colour } = shown(config, value);
    const filled = panel.options?.colorMode?.startsWith('background');
    const [red, green, blue] = colour.match(/\w\w/g).map((part) => parseInt(part, 16));
    const contrast = red * 0.299 + green * 0.587 + blue * 0.114 > 110 ? '#111' : '#fff';
    const style = filled ? { background: colour, color: contrast } : { 'border-left': `4px solid ${colour}` };
    const word = element('b', { style: filled ? {} : { color: colour } }, text);
    return element('div', { class: 'tile', style }, element('span', {}, name), word);
  });
  body.replaceChildren(element('div', { class: 'tiles' }, ...tiles));
  return tiles.length;
}

function bargauge(panel, data, body) {
  const found = fields(panel, data);
  const most = Math.max(...found.map(({ value }) => value));
  body.replaceChildren(element('div', { class: 'gauges' }, ...found.map(({ name, value, config }) => {
    const { min = 0, max = most, unit, colour } = config;
    const width = max > min ? Math.min(Math.max((value - min) / (max - min), 0), 1) * 100 : 0;
    const bar = element('i', { style: { width: `${width}%`, background: colour } });
    return element('div', { class: 'gauge' }, element('span', {}, name), element('div', { class: 'rail' }, bar),
      element('b', { style: { color: colour } }, format(unit, value)));
  })));
  return found.length;
}

function table(panel, data, body) {
  const { columns, rows } = transformed(panel, data.table);
  const heads = columns.map((name) => {
    const { width } = settings(panel, name).custom;
    return element('th', { scope: 'col', style: width ? { width: `${width}px` } : {} }, name);
  });
  const cell = (value) => element('td', {}, typeof value === 'number' ? format('short', value) : value ?? '');
  const lines = [heads, ...rows.map((row) => columns.map((name) => cell(row[name])))];
  body.replaceChildren(element('table', {}, ...lines.map((cells) => element('tr', {}, ...cells))));
  return rows.length;
}

/** A chart in the panel's body, made once, and its legend as buttons that hide and show a series. */
function plot(panel, body, option, legend) {
  if (!body.chart) {
    const place = element('div', { class: 'plot', role: 'img', 'aria-label': `${panel.title}: ${panel.description}` });
    body.replaceChildren(place, element('p', { class: 'legend' }));
    body.chart = echarts.init(place);
    body.off = new Set();
    body.resizes = new ResizeObserver(() => body.chart.resize());
    body.resizes.observe(place);
  }
  const { chart, off, lastChild: keys } = body;
  body.show = () => chart.setOption({ animation: false, grid: GRID, ...option,
    series: option.series.filter(({ name }) => !off.has(name)) }, { replaceMerge: ['series'] });
  body.show();
  if (keys.dataset.names === JSON.stringify(legend)) return;
  keys.dataset.names = JSON.stringify(legend);
  keys.replaceChildren(...legend.map(({ name, colour, stroke = 'solid', opacity = 1 }) => element('button', {
    type: 'button', 'aria-pressed': !off.has(name), onclick({ currentTarget }) {
      if (!off.delete(name)) off.add(name);
      currentTarget.setAttribute('aria-pressed', !off.has(name));
      body.show();
    },
  }, element('span', { class: 'key', style: { color: colour, 'border-top-style': stroke, opacity } }), name)));
}

const tooltip = (trigger, lines) => ({ trigger, confine: true, backgroundColor: '#22252b', borderColor: '#55585f',
  textStyle: { color: INK, fontSize: 12 },
  formatter: (found) => element('div', { class: 'tip' }, lines(found).join('\n')) });

const clock = (utc) => new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', ...(utc && { timeZone: 'UTC' }) });

const timeAxis = ({ from, to, utc }) => ({ ...AXIS, type: 'time', min: from, max: to,
  axisLabel: { ...AXIS.axisLabel, margin: 13, formatter: (at) => clock(utc).format(at) } });

const valueAxis = (unit, own) => ({ ...AXIS, type: 'value', ...own,
  axisLabel: { ...AXIS.axisLabel, formatter: (value) => format(unit, value).replace(/(\.\d+?)0+(?!\d)/, '$1') } });

/** The points with a null where a gap of more than `bridged` ms is; what is stacked needs a point at each step. */
function onSteps(points, { from, to, step }, bridged, stacked) {
  const width = step * 1000;
  const [first, last] = [Math.floor(from / width), Math.floor(to / width)];
  const values = new Map(points);
  if (stacked) {
    const times = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * width);
    return times.map((at) => [at, values.get(at) ?? null]);
  }
  const torn = (at, index) => index && at - points[index - 1][0] > Math.max(bridged, width);
  return points.flatMap(([at, value], index) => [...(torn(at, index) ? [[at - 1, null]] : []), [at, value]]);
}

function marked(marks) {
  const colour = (mark) => ({ color: mark.colour, opacity: 0.14 });
  const long = marks.filter(({ end }) => end);
  const areas = long.map((one) => [{ xAxis: one.at, itemStyle: colour(one) }, { xAxis: one.end }]);
  const moments = marks.map((one) => ({ xAxis: one.at, lineStyle: { color: one.colour, type: 'dashed', width: 1 } }));
  return { type: 'line', name: '\0marks', data: [], markArea: { silent: true, data: areas },
    markLine: { silent: true, symbol: 'none', label: { show: false }, data: moments } };
}

function timeseries(panel, data, body, context) {
  const { unit, min, max, custom = {} } = panel.fieldConfig.defaults;
  const stacked = custom.stacking?.mode === 'normal';
  const bridged = custom.spanNulls === true ? Infinity : custom.spanNulls || 0;
  const legend = [];
  const all = data.series.map(({ name, points }, index) => {
    const { colour, custom: own } = settings(panel, name, index);
    const dash = own.lineStyle?.fill === 'dash' ? own.lineStyle.dash : undefined;
    legend.push({ name, colour, stroke: dash && (dash[0] > 4 ? 'dashed' : 'dotted') });
    return { type: 'line', name, showSymbol: false, color: colour, data: onSteps(points, context, bridged, stacked),
      stack: stacked ? 'all' : undefined,
      lineStyle: { width: own.lineWidth ?? 1, type: dash ?? 'solid' },
      areaStyle: own.fillOpacity ? { opacity: own.fillOpacity / 100 } : undefined };
  });
  const lines = (found) => {
    const at = found[0].axisValue;
    const known = found.filter(({ value }) => Number.isFinite(value?.[1]));
    if (panel.options?.tooltip?.sort === 'desc') known.sort((one, other) => other.value[1] - one.value[1]);
    const marks = context.marks.filter((one) => one.at <= at && at <= (one.end ?? one.at + context.step * 1000));
    const told = known.map(({ seriesName, value }) => `${format(unit, value[1])}  ${seriesName}`);
    return [clock(context.utc).format(at), ...told, ...marks.map(({ text }) => text)];
  };
  const [times, values] = [0, 1].map((part) => data.series.flatMap(({ points }) => points.map((one) => one[part])));
  const to = context.fitted ? Math.max(...times) : context.to;
  const most = max ?? ((found) => (custom.axisSoftMax > found.max ? custom.axisSoftMax : null));
  const interval = unit === 'bytes' ? 2 ** Math.ceil(Math.log2(Math.max(...values) / 4)) : undefined;
  plot(panel, body, { useUTC: context.utc, tooltip: tooltip('axis', lines), xAxis: timeAxis({ ...context, to }),
    yAxis: valueAxis(unit, { min, max: most, interval }), series: [...all, marked(context.marks)] }, legend);
  return values.length;
}

function heatmap(panel, data, body, context) {
  const { yAxis: { unit } = {}, filterValues: { le: least = 0 } = {}, color: { exponent = 1 } = {} } = panel.options;
  const cells = data.series.flatMap((one) => one.cells).filter(([, low, , count]) => low > 0 && count > least);
  const most = Math.max(...cells.map(([, , , count]) => count));
  const renderItem = (_, api) => {
    const [left, top] = api.coord([api.value(0) - context.step * 1000, api.value(2)]);
    const [right, bottom] = api.coord([api.value(0), api.value(1)]);
    const light = (api.value(3) / most) ** exponent;
    const fill = `rgb(${70 + 185 * light}, ${30 + 190 * light}, ${10 + 150 * light ** 2})`;
    const shape = { x: left, y: top, width: right - left + 0.5, height: bottom - top + 0.5 };
    return { type: 'rect', shape, style: { fill } };
  };
  const lines = ({ value: [at, low, high, count] }) => [clock(context.utc).format(at),
    `${format(unit, low)} to ${format(unit, high)}`, `${format('short', count)} a second`];
  const edges = { min: Math.min(...cells.map(([, low]) => low)), max: Math.max(...cells.map(([, , high]) => high)) };
  plot(panel, body, { useUTC: context.utc, tooltip: tooltip('item', lines), xAxis: timeAxis(context),
    yAxis: valueAxis(unit, { type: 'log', ...edges }),
    series: [{ type: 'custom', renderItem, clip: true, data: cells, encode: { x: 0, y: [1, 2] } }] }, []);
  body.lastChild.textContent = `dark: few; light: up to ${format('short', most)} a second`;
  return cells.length;
}

function barchart(panel, data, body) {
  const { columns: [group, ...names], rows } = transformed(panel, data.table);
  const { unit, min } = panel.fieldConfig.defaults;
  const legend = names.map((name, index) => ({ ...settings(panel, name, index), name }));
  const { showValue, text: { valueSize: size = 10 } = {} } = panel.options;
  const label = { show: showValue === 'always', position: 'top', color: '#fff', textBorderColor: '#181b1f',
    textBorderWidth: 2, opacity: 1, formatter: ({ value }) => format(unit, value) };
  const fit = ({ rect, labelRect }) => Math.max(8, size * Math.min(1, rect.width / labelRect.width));
  const lines = (found) => [found[0].name, ...found.map((one) => `${format(unit, one.value)}  ${one.seriesName}`)];
  plot(panel, body, { tooltip: tooltip('axis', lines), yAxis: valueAxis(unit, { min }),
    xAxis: { type: 'category', axisLabel: AXIS.axisLabel, data: rows.map((row) => row[group]) },
    series: legend.map(({ name, colour, opacity }) => ({ type: 'bar', name, color: colour, itemStyle: { opacity },
      barGap: '5%', barCategoryGap: '15%', label, labelLayout: (one) => ({ hideOverlap: true, fontSize: fit(one) }),
      data: rows.map((row) => row[name] ?? '-') })) }, legend);
  return rows.length && names.length;
}

/** What draws each type of panel; it returns how much it drew. */
export const TYPES = { stat, bargauge, table, timeseries, heatmap, barchart };
