// Registers an agent: POST /agents, one insert.
//
// needs: db
// levels: 50 100 200 400
// kind: database
// default: closed vus=50 duration=20
// statements: 1 blocking-jpa=1
//
// Load     closed: VUS users without think time, each waiting for its answer; open with MODEL=open RATE=...
// Payload  the same agent every time, 128 bytes of JSON
// Right    201, and the agent comes back with an id
// Seed     unRealEstate: 60 s at each level, with a table that grew from run to run; here every run starts from
//          the same table

import { createAgent } from '../calls/agents.ts';
import { load } from '../lib/load-shape.ts';
import { summary } from '../lib/summary.ts';
import { user } from '../lib/user.ts';

export { clock } from '../lib/window.ts';
export const options = load('create-agent');
export const handleSummary = summary('create-agent');

export default user(createAgent);
