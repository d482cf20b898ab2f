// Asks for a person that takes a second, at a rising rate: GET /person?number=1.
//
// needs: none
// levels: 500
// kind: waiting
// default: open rate=300 duration=60
// full: open rate=500 duration=60 max_vus=6000
// wait: 1000
// expects: failures
//
// Load     open: the window is a ramp from a fiftieth of RATE to RATE; at full size 10 to 500/s, 15,300 requests. Users
//          give up after TIMEOUT=60 s. The summary's timeline shows the knee: where good falls behind offered
// Payload  none; seed in the query, from which the app draws the person
// Right    200, one person with all its fields
// Seed     spring-reactor-benchmark: failures were averaged in at about 0 ms, and 2,305 of them never reached the
//          application; here latency is of good answers only, and each failure has its kind

import { isPeople } from '../lib/content.ts';
import { load } from '../lib/load-shape.ts';
import { prefer, settings } from '../lib/settings.ts';
import { summary } from '../lib/summary.ts';
import { requestSeed, user } from '../lib/user.ts';

// 200 worker threads fall 1,220 users behind on a ramp to 300/s, and 5,700 on one to 500/s.
prefer({ TIMEOUT: 60, MAX_VUS: 2500 });

const { rate, windowSeconds } = settings;
const ramp = [{ seconds: windowSeconds, from: Math.ceil(rate / 50), to: rate }];

export { clock } from '../lib/window.ts';
export const options = load('person-ramp', ramp);
export const handleSummary = summary('person-ramp', ramp);

export default user(() => ({
  method: 'GET',
  path: `/person?number=1&seed=${requestSeed()}`,
  status: 200,
  isRight: (people) => isPeople(people, 1),
}));
