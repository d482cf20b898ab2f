// Offers a property: POST /properties, a look-up of its agent and an insert.
//
// needs: db
// levels: 50 100 200 400
// kind: database
// default: closed vus=50 duration=20
// statements: 2 blocking-jpa=2
//
// Load     closed: VUS users without think time, each waiting for its answer; open with MODEL=open RATE=...
// Payload  the same property every time but for its agent, which is drawn from the seeded agents (SEED)
// Right    201, and the property comes back with an id
// Seed     unRealEstate: it gave every property to agent 100, whose row and index page all users then shared

import { createProperty } from '../calls/properties.ts';
import { load } from '../lib/load-shape.ts';
import { summary } from '../lib/summary.ts';
import { user } from '../lib/user.ts';

export { clock } from '../lib/window.ts';
export const options = load('create-property');
export const handleSummary = summary('create-property');

export default user(createProperty);
