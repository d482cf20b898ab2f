// Takes a number at once: GET /need-a-number. Nothing waits, so this is what a style costs when it is not needed.
//
// needs: none
// levels: 5000
// kind: no-io
// default: closed vus=50 duration=20
// full: closed vus=5000 duration=20
//
// Load     closed: VUS users without think time, each waiting for its answer; open, as need-a-number had it, with
//          RATE=450 DURATION=60. A whole core of an app answers more than k6 asks on another: RATE=1000 then compares
//          the CPU of a request
// Payload  none; seed in the query, from which the app draws the number
// Right    200, a whole number from 1 to 10
// Seed     perfjava and need-a-number: 5 s on a cold JVM there; 450/s here, far below what any variant can do, so
//          that all looked equal

import { needANumber } from '../calls/numbers.ts';
import { load } from '../lib/load-shape.ts';
import { summary } from '../lib/summary.ts';
import { user } from '../lib/user.ts';

export { clock } from '../lib/window.ts';
export const options = load('no-io');
export const handleSummary = summary('no-io');

export default user(needANumber);
