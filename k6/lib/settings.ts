// What the environment asks of a script. Read once; everything else takes it from here.

export type Model = 'closed' | 'open';
export type Defaults = Record<string, string | number>;

export const settings = read({});

// What a scenario takes where the environment says nothing. To be called before anything looks at the settings.
export function prefer(defaults: Defaults): void {
  Object.assign(settings, read(defaults));
}

function read(defaults: Defaults) {
  const text = (name: string, fallback: string | number) => {
    const value = __ENV[name];
    return String(value === undefined || value === '' ? (defaults[name] ?? fallback) : value);
  };
  const count = (name: string, fallback: number, least: number) => {
    const value = Number(text(name, fallback));
    if (!Number.isInteger(value) || value < least) {
      throw new Error(`${name}=${text(name, '')} is not a whole number of at least ${least}: set ${name}`);
    }
    return value;
  };
  const model = oneOf('MODEL', text('MODEL', 'closed'), ['closed', 'open']) as Model;
  return {
    baseUrl: text('BASE_URL', 'http://app:8080'),
    model,
    vus: count('VUS', 50, 1),
    rate: count('RATE', 100, 1),
    // Arrivals have a rate of their own: only the users of the closed model come one by one.
    rampSeconds: model === 'closed' ? count('RAMP', 0, 0) : 0,
    settleSeconds: count('SETTLE', 5, 0),
    windowSeconds: count('DURATION', 20, 1),
    timeoutSeconds: count('TIMEOUT', 10, 1),
    think: range('THINK', text('THINK', '0')),
    // A virtual user costs memory (about 0.45 MB), so the open model cannot reserve users without end.
    mostVus: count('MAX_VUS', 5000, 1),
    seed: count('SEED', 1, 0),
    seededAgents: count('ROWS_AGENTS', 10000, 1),
    seededProperties: count('ROWS_PROPERTIES', 100000, 1),
    delayMs: count('DELAY', 300, 0),
    waiting: text('WAITING', 'default'),
    relay: oneOf('RELAY', text('RELAY', 'plain'), ['plain', 'flux']),
    call: text('CALL', ''),
  };
}

export function oneOf(name: string, given: string, words: string[]): string {
  if (!words.includes(given)) {
    throw new Error(`${name}=${given} is none of ${words.join(', ')}: set ${name} to one of them`);
  }
  return given;
}

// '1000-2000', or '0' for 0 to 0. (A regular expression would cost every user 18 kB.)
export function range(name: string, given: string): { least: number; most: number } {
  const [least, most = least, ...more] = given.split('-').map((end) => (end === '' ? NaN : Number(end)));
  if (!Number.isInteger(least) || !Number.isInteger(most) || least > most || more.length > 0) {
    throw new Error(`${name}=${given} is no range of milliseconds: set ${name}, for example to 1000-2000, or to 0`);
  }
  return { least, most };
}
