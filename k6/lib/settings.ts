// What the environment asks of a script. Read once; everything else takes it from here.

export type Model = 'closed' | 'open';

function text(name: string, fallback: string): string {
  const value = __ENV[name];
  return value === undefined || value === '' ? fallback : value;
}

function count(name: string, fallback: number, least: number): number {
  const given = text(name, String(fallback));
  const value = Number(given);
  if (!Number.isInteger(value) || value < least) {
    throw new Error(`${name}=${given} is not a whole number of at least ${least}: set ${name}`);
  }
  return value;
}

function model(): Model {
  const given = text('MODEL', 'closed');
  if (given !== 'closed' && given !== 'open') {
    throw new Error(`MODEL=${given} is not a load model: set MODEL=closed or MODEL=open`);
  }
  return given;
}

export const settings = {
  baseUrl: text('BASE_URL', 'http://app:8080'),
  model: model(),
  vus: count('VUS', 50, 1),
  rate: count('RATE', 100, 1),
  settleSeconds: count('SETTLE', 5, 0),
  windowSeconds: count('DURATION', 20, 1),
  timeoutSeconds: count('TIMEOUT', 10, 1),
  // A virtual user costs memory (about 0.3 MB), so the open model cannot reserve users without end.
  mostVus: count('MAX_VUS', 5000, 1),
  seed: count('SEED', 1, 0),
  seededAgents: count('SEED_AGENTS', 10000, 1),
  seededProperties: count('SEED_PROPERTIES', 100000, 1),
};
