// What a user asks of /need-a-number, and what is right.

import { isNumber } from '../lib/content.ts';
import { settings } from '../lib/settings.ts';
import { type Request, requestSeed } from '../lib/user.ts';

export function needANumber(): Request {
  return get(`/need-a-number?seed=${requestSeed()}`);
}

// After a wait between these many milliseconds, spent in the way that WAITING names.
export function waitForANumber(least: number, most: number): Request {
  return get(`/need-a-number/${settings.waiting}?seed=${requestSeed()}&least=${least}&most=${most}`);
}

function get(path: string): Request {
  return { method: 'GET', path, status: 200, isRight: isNumber };
}
