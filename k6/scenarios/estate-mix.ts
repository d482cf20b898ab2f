// Runs an estate agency's day: creates, reads, lists, updates and deletes agents and properties.
//
// needs: db
// levels: 50 100 200 400
// kind: database
// default: closed vus=50 duration=20
// statements: 1.357
//
// Load     closed: VUS users without think time; open with MODEL=open RATE=... Of 105 requests, half on agents and
//          half on properties, 50 read one, 25 list, 15 update, 10 create, and 5 delete what the same user created
//          just before
// Payload  the bodies of create-agent and create-property; ids drawn from the seeded ones (SEED). A delete has an id
//          of its own user, so it is there whatever the others do, and no agent with properties is asked to go
// Right    201, 200 or 204, and the entity or page that was asked for
// Seed     none: the seeds measured one call at a time

import { createAgent, deleteAgent, listAgents, readAgent, updateAgent } from '../calls/agents.ts';
import { createProperty, deleteProperty, listProperties, readProperty, updateProperty } from '../calls/properties.ts';
import { draw } from '../lib/draw.ts';
import { load } from '../lib/load-shape.ts';
import { settings } from '../lib/settings.ts';
import { summary } from '../lib/summary.ts';
import { type Request, requestNumber, user } from '../lib/user.ts';

export { clock } from '../lib/window.ts';
export const options = load('estate-mix');
export const handleSummary = summary('estate-mix');

const agents = {
  count: settings.seededAgents,
  create: createAgent, read: readAgent, update: updateAgent, remove: deleteAgent, list: listAgents,
};
const properties = {
  count: settings.seededProperties,
  create: createProperty, read: readProperty, update: updateProperty, remove: deleteProperty, list: listProperties,
};

// Dice of their own: the agent of a property is drawn too.
const TURN = 0x702;
const ID = 0x1d;

// What the user deletes in the next turn, and how, while its creation is asked for. Each user has modules of its own.
let doomed: Request | undefined;
let removal: ((id: number) => Request) | undefined;

function request(): Request {
  if (doomed) {
    const last = doomed;
    doomed = undefined;
    return last;
  }
  const turn = draw(settings.seed + TURN, requestNumber(), 200);
  const { count, create, read, update, remove, list } = turn % 2 === 0 ? agents : properties;
  const id = 1 + draw(settings.seed + ID, requestNumber(), count);
  const share = Math.floor(turn / 2);

  if (share < 50) return read(id);
  if (share < 75) return list();
  if (share < 90) return update(id);
  if (share >= 95) removal = remove;
  return create();
}

export default user(request, (created) => {
  if (removal && created) doomed = removal(created.json('id') as number);
  removal = undefined;
});
