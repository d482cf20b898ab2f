// Offers a property: POST /properties, a look-up of its agent and an insert.
//
// needs: db
// levels: 50 100 200 400
// default: closed vus=50 duration=20
//
// Load     closed: VUS users without think time, each waiting for its answer; open with MODEL=open RATE=...
// Payload  the same property every time but for its agent, which is drawn from the seeded agents (SEED)
// Right    201, and the property comes back with an id
// Seed     unRealEstate: it gave every property to agent 100, whose row and index page all users then shared

import { property } from '../lib/bodies.ts';
import { isEcho } from '../lib/content.ts';
import { draw } from '../lib/draw.ts';
import { load } from '../lib/load-shape.ts';
import { settings } from '../lib/settings.ts';
import { summary } from '../lib/summary.ts';
import { requestNumber, user } from '../lib/user.ts';

export { clock } from '../lib/window.ts';
export const options = load('create-property');
export const handleSummary = summary('create-property');

export default user(() => {
  const sent = property(1 + draw(settings.seed, requestNumber(), settings.seededAgents));
  return {
    method: 'POST',
    path: '/properties',
    body: JSON.stringify(sent),
    status: 201,
    isRight: (created) => isEcho(created, sent),
  };
});
