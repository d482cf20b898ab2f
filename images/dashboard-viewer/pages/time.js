// Moments in Grafana's words, such as now-5m or now/M, or in milliseconds since the epoch.
const PLACES = 'yMdhms';
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 21600, 43200];

/** The moment in milliseconds. The end of a range is rounded up (`end`), its start down. */
export function moment(text, end, utc, now = Date.now()) {
  if (/^\d+$/.test(text)) return Number(text);
  if (!/^now([-+]\d+[yMwdhms]|\/[yMdhms])*$/.test(text)) throw new Error(`This viewer cannot read the time ${text}.`);
  let at = now;
  for (const [, sign, count, unit, rounded] of text.matchAll(/([-+])(\d+)([yMwdhms])|\/([yMdhms])/g)) {
    const parts = split(at, utc);
    const place = unit === 'w' ? 2 : PLACES.indexOf(unit ?? rounded);
    if (rounded) {
      parts.forEach((_, index) => { if (index > place) parts[index] = index === 2 ? 1 : 0; });
      if (end) parts[place] += 1;
    } else {
      parts[place] += Number(sign + count) * (unit === 'w' ? 7 : 1);
      if (place < 2) parts[2] = Math.min(parts[2], new Date(Date.UTC(parts[0], parts[1] + 1, 0)).getUTCDate());
    }
    at = (utc ? Date.UTC(...parts) : new Date(...parts).getTime()) - (rounded && end ? 1 : 0);
  }
  return at;
}

/** The smallest round step in seconds with which the range has no more than so many points. */
export const stepFor = ({ from, to }, points) => STEPS.find((step) => step * points >= (to - from) / 1000) ?? 86400;

/** Year, month, day, hour, minute, second and millisecond. */
function split(at, utc) {
  const date = new Date(at - (utc ? 0 : new Date(at).getTimezoneOffset() * 60000));
  return date.toISOString().match(/\d+/g).map((part, index) => Number(part) - (index === 1 ? 1 : 0));
}
