import { oneOf, prefer, range, settings } from '../lib/settings.ts';
import { test } from './testing.ts';

export { options } from './testing.ts';

function refused(read: () => unknown, naming: string): boolean {
  try {
    read();
    return false;
  } catch (error) {
    return String(error).includes(naming);
  }
}

export default function () {
  const is = (given: string, least: number, most: number) => {
    const found = range('THINK', given);
    return found.least === least && found.most === most;
  };
  test('a range', () => is('1000-2000', 1000, 2000));
  test('one figure is a range too', () => is('0', 0, 0) && is('300', 300, 300));
  for (const wrong of ['', '-', '5-', '-5', '2-1', '1-2-3', '1.5', 'x']) {
    test(`'${wrong}' is no range`, () => refused(() => range('THINK', wrong), `THINK=${wrong} is no range`));
  }

  test('one of the words', () => oneOf('RELAY', 'flux', ['plain', 'flux']) === 'flux');
  test('none of the words', () => refused(() => oneOf('RELAY', 'x', ['plain', 'flux']), 'none of plain, flux'));

  test('a preference replaces a default', () => {
    prefer({ TIMEOUT: 60, RAMP: 3 });
    return settings.timeoutSeconds === 60 && settings.rampSeconds === 3;
  });
  test('other defaults stay', () => settings.windowSeconds === 20 && settings.relay === 'plain');
  test('a wrong preference is refused', () => refused(() => prefer({ TIMEOUT: 0 }), 'TIMEOUT=0'));
}
