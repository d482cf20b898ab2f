// Reads the first page of agents: GET /agents?page=0&size=10, a page and a count.
//
// needs: db
// levels: 50 100 200 400
// default: closed vus=50 duration=20
//
// Load     closed: VUS users without think time, each waiting for its answer; open with MODEL=open RATE=...
// Payload  none
// Right    200, ten agents in the order of their ids, and a total that covers the seeded agents
// Seed     unRealEstate: it counted about 3 million rows left by its own create runs, so it measured the database;
//          here the table has SEED_AGENTS rows

import { agent } from '../lib/bodies.ts';
import { isPage } from '../lib/content.ts';
import { load } from '../lib/load-shape.ts';
import { settings } from '../lib/settings.ts';
import { summary } from '../lib/summary.ts';
import { user } from '../lib/user.ts';

export { clock } from '../lib/window.ts';
export const options = load('list-agents');
export const handleSummary = summary('list-agents');

const page = { page: 0, size: 10, seeded: settings.seededAgents, like: agent };

export default user(() => ({
  method: 'GET',
  path: `/agents?page=${page.page}&size=${page.size}`,
  status: 200,
  isRight: (body) => isPage(body, page),
}));
