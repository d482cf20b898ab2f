// Asks for nothing, and not of the app: GET / on downstream. The ceiling of the load machine and of downstream, which
// share a core: where downstream is not asked, the load machine can do some more.
//
// asks: downstream
// needs: downstream
// levels: 50
// default: closed vus=50 duration=20
//
// Load     closed: VUS users without think time, each waiting for its answer. A measurement near this is one of k6
// Payload  none. BASE_URL is downstream's address here
// Right    204, without a body
// Seed     none: no seed asked how fast its own load generator was

import { load } from '../lib/load-shape.ts';
import { prefer } from '../lib/settings.ts';
import { summary } from '../lib/summary.ts';
import { user } from '../lib/user.ts';

prefer({ BASE_URL: 'http://downstream:8080' });

export { clock } from '../lib/window.ts';
export const options = load('null');
export const handleSummary = summary('null');

export default user(() => ({
  method: 'GET',
  path: '/',
  status: 204,
  isRight: (nothing) => nothing === undefined,
}));
