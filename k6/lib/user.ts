// One user doing one thing: send, judge, count.

import http from 'k6/http';
import exec from 'k6/execution';
import { type Answer, outcome } from './outcome.ts';
import { settings } from './settings.ts';
import { tally, tallyArrival } from './tally.ts';
import { inWindow } from './window.ts';

export interface Request {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: string;
  status: number;
  isRight: (body: any) => boolean;
}

const parameters = {
  timeout: `${settings.timeoutSeconds}s`,
  headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
};

// k6 only logs an exception and goes on, with fewer requests than it reports: stop instead, with a non-zero exit.
export function user(request: () => Request): () => void {
  return () => {
    try {
      perform(request());
    } catch (error) {
      exec.test.abort(`the script threw: ${error instanceof Error ? error.stack || error.message : error}`);
    }
  };
}

function perform({ method, path, body, status, isRight }: Request): void {
  if (settings.model === 'open') tallyArrival(inWindow(Date.now()));
  const answer = http.request(method, settings.baseUrl + path, body ?? null, parameters) as Answer;
  const inside = inWindow(Date.now());
  // What the user waits for: getting a connection, and k6's `duration`, which starts after it.
  const waited = answer.timings.blocked + answer.timings.duration;
  tally(outcome(answer, status, isRight), waited, inside);
}

// The number of the request, over all users: the same number means the same request in every variant and run.
export function requestNumber(): number {
  return exec.scenario.iterationInTest;
}
