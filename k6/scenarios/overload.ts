// Overloads the app and lets it recover: any call, below, at and far above capacity, then below again.
//
// needs: db downstream
// levels: 200
// default: open rate=200 duration=80
// calls: need-a-number no-io passthrough-message create-agent list-agents create-property list-properties
// expects: failures
//
// Load     open, in four phases of a quarter of the window: RATE x 0.5, 1, 3 and 0.5. RATE is the capacity; 200 is that
//          of 200 worker threads with a wait of 1 s. Users give up after TIMEOUT=4 s
// Payload  that of the call. CALL=need-a-number (its way of waiting by WAITING), or another of the names below
// Right    as in the call's own scenario; the summary has a row for each phase, and a timeline
// Seed     none: the seeds measured neither a breaking point nor what comes after it

import { createAgent, listAgents } from '../calls/agents.ts';
import { sendMessage } from '../calls/messages.ts';
import { needANumber, waitForANumber } from '../calls/numbers.ts';
import { createProperty, listProperties } from '../calls/properties.ts';
import { load } from '../lib/load-shape.ts';
import { oneOf, prefer, settings } from '../lib/settings.ts';
import { summary } from '../lib/summary.ts';
import { type Request, user } from '../lib/user.ts';

prefer({ TIMEOUT: 4, CALL: 'need-a-number' });

const calls: Record<string, () => Request> = {
  'need-a-number': () => waitForANumber(1000, 1000),
  'no-io': needANumber,
  'passthrough-message': sendMessage,
  'create-agent': createAgent,
  'list-agents': listAgents,
  'create-property': createProperty,
  'list-properties': listProperties,
};
const call = oneOf('CALL', settings.call, Object.keys(calls));

const phase = (name: string, times: number) => {
  const rate = Math.ceil(settings.rate * times);
  return { name, seconds: settings.windowSeconds / 4, from: rate, to: rate };
};
const phases = [phase('below', 0.5), phase('at', 1), phase('above', 3), phase('back', 0.5)];

export { clock } from '../lib/window.ts';
export const options = load('overload', phases);
export const handleSummary = summary('overload', phases);

export default user(calls[call]);
