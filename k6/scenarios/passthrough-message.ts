// Sends a message through to a downstream that takes 300 ms: POST /passthrough/messages.
//
// needs: downstream
// levels: 300 1000 1500 3000 5000
// kind: waiting
// default: closed vus=300 duration=20 ramp=10
// full: closed vus=5000 duration=54 ramp=30
// wait: 300
//
// Load     closed: VUS users who start over RAMP=10 s and think THINK=1000-2000 ms between calls; 1.8 s a cycle, so
//          the published 30 calls of each user take 54 s. Users go on until the window ends
// Payload  {"id": the request's number, "payload": "sample payload", "delay": DELAY=300}
// Right    200, and the acknowledgement names the id and the payload that were sent
// Seed     boot2-load-demo: framework, server and client changed together, and every request had the same id, so a
//          mixed-up answer could not be seen

import { sendMessage } from '../calls/messages.ts';
import { load } from '../lib/load-shape.ts';
import { prefer } from '../lib/settings.ts';
import { summary } from '../lib/summary.ts';
import { user } from '../lib/user.ts';

prefer({ RAMP: 10, THINK: '1000-2000' });

export { clock } from '../lib/window.ts';
export const options = load('passthrough-message');
export const handleSummary = summary('passthrough-message');

export default user(sendMessage);
