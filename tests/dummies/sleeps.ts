// Asks for a number and then sleeps, unsaid: the script, not the app, decides the rate. `make bench` must not accept it.
// needs: none
// levels: 20
// default: closed vus=20 duration=5

import { sleep } from 'k6';
import { needANumber } from '../calls/numbers.ts';
import { load } from '../lib/load-shape.ts';
import { summary } from '../lib/summary.ts';
import { user } from '../lib/user.ts';

export { clock } from '../lib/window.ts';
export const options = load('sleeps');
export const handleSummary = summary('sleeps');

export default user(needANumber, () => sleep(0.2));
