// Reads a slow stream to its end: GET /passthrough/stream, five elements, each after its own 0 to 1 s.
//
// needs: downstream
// levels: 500
// kind: waiting
// default: closed vus=500 duration=30
// wait: 2500
//
// Load     closed: VUS users without think time; a stream takes 2.5 s on average, so the window holds 12 cycles
// Payload  none; seed in the query, from which downstream draws the waits. RELAY=flux reads /passthrough/stream/flux
// Right    200, five lines of JSON in their order, of the seed that was sent; a stream that ends early is failed
// Seed     perfjava: its endpoints returned different bodies, its slow server drew one wait for a whole stream, each
//          request had a new client, and 10 s held four cycles

import { isStream } from '../lib/content.ts';
import { load } from '../lib/load-shape.ts';
import { settings } from '../lib/settings.ts';
import { summary } from '../lib/summary.ts';
import { requestSeed, user } from '../lib/user.ts';

export { clock } from '../lib/window.ts';
export const options = load('passthrough-stream');
export const handleSummary = summary('passthrough-stream');

const ELEMENTS = 5;
const path = settings.relay === 'flux' ? '/passthrough/stream/flux' : '/passthrough/stream';

export default user(() => {
  const seed = requestSeed();
  return {
    method: 'GET',
    path: `${path}?seed=${seed}&elements=${ELEMENTS}`,
    status: 200,
    stream: true,
    isRight: (elements) => isStream(elements, ELEMENTS, seed),
  };
});
