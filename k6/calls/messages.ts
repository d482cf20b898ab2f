// What a user asks of /passthrough/messages, and what is right.

import { settings } from '../lib/settings.ts';
import { type Request, requestNumber } from '../lib/user.ts';

export function sendMessage(): Request {
  const id = String(requestNumber());
  const payload = 'sample payload';
  return {
    method: 'POST',
    path: '/passthrough/messages',
    body: JSON.stringify({ id, payload, delay: settings.delayMs }),
    status: 200,
    isRight: (acknowledgement) => acknowledgement?.id === id && acknowledgement.received === payload,
  };
}
