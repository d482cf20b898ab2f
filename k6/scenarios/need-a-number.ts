// Asks for a number that takes a second, at a rate that does not care: GET /need-a-number/{waiting}.
//
// needs: none
// levels: 450
// kind: waiting
// default: open rate=300 duration=40
// full: open rate=450 duration=60
// wait: 1000
// expects: failures
//
// Load     open: RATE arrivals a second, each giving up after TIMEOUT=10 s; above 200/s, which is what 200 worker
//          threads can do
// Payload  none; seed in the query, from which the app draws the number. WAITING=default, or one of the other ways
// Right    200, a whole number from 1 to 10
// Seed     need-a-number: cold JVMs, load and app on one machine, and every way of waiting measured once

import { waitForANumber } from '../calls/numbers.ts';
import { load } from '../lib/load-shape.ts';
import { summary } from '../lib/summary.ts';
import { user } from '../lib/user.ts';

export { clock } from '../lib/window.ts';
export const options = load('need-a-number');
export const handleSummary = summary('need-a-number');

export default user(() => waitForANumber(1000, 1000));
