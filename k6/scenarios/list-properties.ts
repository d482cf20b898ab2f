// Reads the first page of properties: GET /properties?page=0&size=50, a page and a count.
//
// needs: db
// levels: 50 100 200 400
// kind: database
// default: closed vus=50 duration=20
// statements: 2 blocking-jpa=52
//
// Load     closed: VUS users without think time, each waiting for its answer; open with MODEL=open RATE=...
// Payload  none
// Right    200, fifty properties in the order of their ids, and a total that covers the seeded properties
// Seed     unRealEstate: announced there, never measured

import { listProperties } from '../calls/properties.ts';
import { load } from '../lib/load-shape.ts';
import { summary } from '../lib/summary.ts';
import { user } from '../lib/user.ts';

export { clock } from '../lib/window.ts';
export const options = load('list-properties');
export const handleSummary = summary('list-properties');

export default user(listProperties);
