// Waits for a number as one waits for input or output: GET /need-a-number/{waiting}, 0.5 to 1.5 s.
//
// needs: none
// levels: 5000
// kind: waiting
// default: closed vus=1000 duration=20
// full: closed vus=5000 duration=20
// wait: 1000
//
// Load     closed: VUS users without think time, each waiting for its answer
// Payload  none; seed in the query, from which the app draws the wait. WAITING=default, or one of the other ways
// Right    200, a whole number from 1 to 10
// Seed     perfjava: both starters, so everything ran on Tomcat; its 'reactive' endpoint wrapped a blocking call; and
//          5 s of 5000 users without warm-up counted only the users that blocking served first

import { waitForANumber } from '../calls/numbers.ts';
import { load } from '../lib/load-shape.ts';
import { summary } from '../lib/summary.ts';
import { user } from '../lib/user.ts';

export { clock } from '../lib/window.ts';
export const options = load('io-delay');
export const handleSummary = summary('io-delay');

export default user(() => waitForANumber(500, 1500));
