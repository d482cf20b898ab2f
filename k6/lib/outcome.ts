// What became of a request: good, or failed in one of a few ways. Pure, apart from k6's Response type.

import type { RefinedResponse } from 'k6/http';

export type Answer = RefinedResponse<'text'>;

// `dropped` never comes from an answer: k6 drops an arrival when no user is free (summary.ts).
export const FAILURES = [
  'refused', 'connect-timeout', 'response-timeout', 'reset', '4xx', '5xx', 'wrong-content', 'dropped',
] as const;
export type Failure = (typeof FAILURES)[number];
export type Outcome = 'good' | Failure;

// k6's error codes: 1050 is the request's own time limit, 11xx name resolution, 121x dialling.
const REQUEST_TIMEOUT = 1050;
const DIAL_TIMEOUT = 1211;

export function outcome(
  answer: Answer, status: number, isRight: (body: any) => boolean, read: (answer: Answer) => unknown = json,
): Outcome {
  if (answer.status === 0 || (answer.error_code >= 1000 && answer.error_code < 1400)) {
    return broken(answer);
  }
  if (answer.status >= 500) return '5xx';
  if (answer.status >= 400) return '4xx';
  return answer.status === status && isRight(read(answer)) ? 'good' : 'wrong-content';
}

function broken(answer: Answer): Failure {
  const code = answer.error_code;
  // The time limit covers connecting too; an address is known only once there is a connection.
  if (code === REQUEST_TIMEOUT) return answer.remote_ip === '' ? 'connect-timeout' : 'response-timeout';
  if (code === DIAL_TIMEOUT) return 'connect-timeout';
  // A stopped machine has no name on the network, so an unknown name is a refusal as well.
  if ((code >= 1100 && code < 1200) || (code >= 1210 && code < 1220)) return 'refused';
  return 'reset';
}

// k6 parses in Go: a third of the time that JSON.parse takes. No body, or none that is JSON, is undefined.
export function json(answer: Answer): unknown {
  if (!answer.body) return undefined;
  try {
    return answer.json();
  } catch {
    return undefined;
  }
}

// Newline-delimited JSON, every line ended; otherwise undefined.
export function lines(answer: Answer): unknown[] | undefined {
  const texts = (answer.body ?? '').split('\n');
  if (texts.pop() !== '') return undefined;
  try {
    return texts.map((text) => JSON.parse(text));
  } catch {
    return undefined;
  }
}
