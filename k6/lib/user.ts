// One user doing one thing: think, send, judge, count.

import { sleep } from 'k6';
import http from 'k6/http';
import exec from 'k6/execution';
import { draw } from './draw.ts';
import { lag } from './lag.ts';
import { type Answer, json, lines, outcome } from './outcome.ts';
import { running } from './running.ts';
import { settings } from './settings.ts';
import { tally, tallyArrival } from './tally.ts';

export interface Request {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: string;
  status: number;
  stream?: boolean; // newline-delimited JSON: the body is an array of lines, and the first byte is reported
  isRight: (body: any) => boolean;
}

// Dice of their own, so that thinking and asking do not draw the same.
const THINKING = 0x7417;
const ASKING = 0xa5c;

// One request each time, so that an arrival of the open model is a request; `then` is given its answer if it is good.
// k6 only logs an exception and goes on, with fewer requests than it reports: stop instead, with a non-zero exit.
export function user(request: () => Request, then: (answer?: Answer) => void = () => {}): () => void {
  return () => {
    try {
      think();
      then(send(request()));
    } catch (error) {
      exec.test.abort(`the script threw: ${error instanceof Error ? error.stack || error.message : error}`);
    }
  };
}

// Before the request, not after it: users who start together then do not ask together.
function think(): void {
  const { least, most } = settings.think;
  if (settings.model === 'open' || most === 0) return;
  sleep((least + draw(settings.seed + THINKING, requestNumber(), most - least + 1)) / 1000);
}

// The answer if it is good.
function send({ method, path, body, status, stream, isRight }: Request): Answer | undefined {
  const parameters = {
    timeout: `${settings.timeoutSeconds}s`,
    headers: { 'Content-Type': 'application/json', Accept: stream ? 'application/x-ndjson' : 'application/json' },
  };
  const open = settings.model === 'open';
  const late = open ? lag() : 0;
  const asked = Date.now();
  if (open) tallyArrival(asked, late);
  const answer = http.request(method, settings.baseUrl + path, body ?? null, parameters) as Answer;
  const answered = Date.now();
  // What the user waits for: getting a connection, and k6's `duration`, which starts after it.
  const { blocked, sending, waiting, duration } = answer.timings;
  const whole = blocked + duration;
  const waited = {
    whole,
    first: stream ? blocked + sending + waiting : undefined,
    sinceArrival: open ? late + whole : undefined,
  };

  const became = outcome(answer, status, isRight, stream ? lines : json);
  tally(became, waited, asked, answered);
  return became === 'good' ? answer : undefined;
}

// The number of the request, over all users: the same number means the same request in every variant and run.
export function requestNumber(): number {
  return running().iterationInTest;
}

// What the request carries where the answer is drawn: every variant then draws the same answers and waits.
export function requestSeed(): number {
  return draw(settings.seed + ASKING, requestNumber(), 2 ** 32);
}
