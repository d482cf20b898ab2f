// A scenario that must fail: its check throws, so k6 has to stop at once with a non-zero exit and the message.

import { load } from '../lib/load-shape.ts';
import { summary } from '../lib/summary.ts';
import { user } from '../lib/user.ts';

export { clock } from '../lib/window.ts';
export const options = load('throwing');
export const handleSummary = summary('throwing');

export default user(() => {
  throw new Error('thrown on purpose');
});
