// Reads the first page of agents: GET /agents?page=0&size=10, a page and a count.
//
// needs: db
// levels: 50 100 200 400
// kind: database
// default: closed vus=50 duration=20
// statements: 2 blocking-jpa=2
//
// Load     closed: VUS users without think time, each waiting for its answer; open with MODEL=open RATE=...
// Payload  none
// Right    200, ten agents in the order of their ids, and a total that covers the seeded agents
// Seed     unRealEstate: it counted about 3 million rows left by its own create runs, so it measured the database;
//          here the table has ROWS_AGENTS rows, or ROWS where so asked

import { listAgents } from '../calls/agents.ts';
import { load } from '../lib/load-shape.ts';
import { summary } from '../lib/summary.ts';
import { user } from '../lib/user.ts';

export { clock } from '../lib/window.ts';
export const options = load('list-agents');
export const handleSummary = summary('list-agents');

export default user(listAgents);
