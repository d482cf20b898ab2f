// What a dashboard says of its fields: units, overrides by name, value mappings, and transformations of tables.
const CLASSIC = ['#73bf69', '#f2cc0c', '#8ab8ff', '#ff780a', '#f2495c', '#5794f2', '#b877d9', '#9b8fd0', '#b7dbab'];
const thousands = (word) => [[1e9, `G${word}`], [1e6, `M${word}`], [1e3, `K${word}`], [1, word]];
const SCALES = {
  s: [[60, ' min'], [1, ' s'], [1e-3, ' ms'], [1e-6, ' µs'], [1e-9, ' ns']],
  bytes: [[2 ** 30, ' GiB'], [2 ** 20, ' MiB'], [2 ** 10, ' KiB'], [1, ' B']],
  Bps: [[1e9, ' GB/s'], [1e6, ' MB/s'], [1e3, ' kB/s'], [1, ' B/s']],
  percentunit: [[0.01, '%']],
  short: thousands(''),
  reqps: thousands(' req/s'),
  ops: thousands(' ops/s'),
};

/** A value in Grafana's unit of that id, or in one that is not known, written out. A half is rounded up, as by Grafana. */
export function format(unit, value) {
  if (!Number.isFinite(value)) return '-';
  const scale = SCALES[unit ?? 'short'] ?? [[1, ` ${unit}`]];
  const [size, word] = scale.find(([least]) => (value ? Math.abs(value) >= least : least <= 1)) ?? scale.at(-1);
  const scaled = Number((value / size).toPrecision(12));
  return `${scaled % 1 && Math.abs(scaled) < 999.5 ? (scaled * (1 + 1e-12)).toPrecision(3) : Math.round(scaled)}${word}`;
}

/** The settings of the field of that name: defaults, overrides, and always `colour` and `opacity`. */
export function settings(panel, name, index = 0) {
  const found = structuredClone(panel.fieldConfig?.defaults ?? {});
  const rules = (panel.fieldConfig?.overrides ?? []).filter(fits(name));
  for (const { id, value } of rules.flatMap((one) => one.properties)) {
    const keys = id.split('.');
    const last = keys.pop();
    keys.reduce((at, key) => (at[key] ??= {}), found)[last] = value;
  }
  const opacity = (found.custom?.fillOpacity ?? 100) / 100;
  return { custom: {}, ...found, opacity, colour: found.color?.fixedColor ?? CLASSIC[index % CLASSIC.length] };
}

const fits = (name) => ({ matcher: { id, options } }) => {
  const [, body, flags] = /^\/(.*)\/(\w*)$/s.exec(options) ?? [null, options, ''];
  return id === 'byName' ? options === name : id === 'byRegexp' && new RegExp(body, flags).test(name);
};

/** The value as text and, if the field's mappings give it one, its colour. */
export function shown({ mappings = [], unit }, value) {
  const mapped = mappings.find(({ type, options }) => type === 'value' && options[value])?.options[value];
  return { text: mapped?.text ?? format(unit, value), colour: mapped?.color };
}

const TRANSFORMATIONS = {
  groupingToMatrix({ rows }, { rowField, columnField, valueField, emptyValue }) {
    const corner = `${rowField}\\${columnField}`;
    const names = [...new Set(rows.map((row) => row[columnField]))];
    const empty = names.map((name) => [name, emptyValue === 'null' ? null : '']);
    const matrix = [...new Set(rows.map((row) => row[rowField]))].map((key) => {
      const full = rows.filter((row) => row[rowField] === key).map((row) => [row[columnField], row[valueField]]);
      return Object.fromEntries([[corner, key], ...empty, ...full]);
    });
    return { columns: [corner, ...names], rows: matrix };
  },
  organize({ columns, rows }, { excludeByName = {}, indexByName = {}, renameByName = {} }) {
    const index = (name) => indexByName[name] ?? columns.length;
    const kept = columns.filter((name) => !excludeByName[name]).sort((one, other) => index(one) - index(other));
    const pairs = kept.map((name) => [name, renameByName[name] || name]);
    const renamed = (row) => Object.fromEntries(pairs.map(([name, other]) => [other, row[name]]));
    return { columns: pairs.map(([, other]) => other), rows: rows.map(renamed) };
  },
};

/** The table after a panel's transformations, in their order. */
export const transformed = ({ transformations = [] }, table) => transformations.reduce(
  (now, { id, options }) => TRANSFORMATIONS[id]?.(now, options) ?? now, table);

const SETTINGS = /^(color|unit|min|max|mappings|noValue|custom\.(lineStyle|lineWidth|fillOpacity|width))$/;

/** What the panel asks for that this viewer does not do, by name. */
export const unknown = ({ transformations = [], fieldConfig: { overrides = [] } = {} }) => [
  ...transformations.map(({ id }) => id).filter((id) => !TRANSFORMATIONS[id]),
  ...overrides.map(({ matcher }) => matcher.id).filter((id) => !/^by(Name|Regexp)$/.test(id)),
  ...overrides.flatMap(({ properties }) => properties.map(({ id }) => id)).filter((id) => !SETTINGS.test(id)),
];
