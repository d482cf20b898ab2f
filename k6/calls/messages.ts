// What a user asks of /passthrough/messages, and what is right.

import { type Request, requestNumber } from '../lib/user.ts';

const DELAY_MS = 300;

export function sendMessage(): Request {
  const id = String(requestNumber());
  const payload = 'sample payload';
  return {
    method: 'POST',
    path: '/passthrough/messages',
    body: JSON.stringify({ id, payload, delay: DELAY_MS }),
    status: 200,
    isRight: (acknowledgement) => acknowledgement?.id === id && acknowledgement.received === payload,
  };
}
