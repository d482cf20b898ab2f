import { lines, outcome } from '../lib/outcome.ts';
import { test } from './testing.ts';

export { options } from './testing.ts';

const RIGHT = () => true;

// As k6 gives an answer; status 0 when there was none.
function answer(status: number, code = 0, remoteIp = '10.0.0.1', body: string = '{}'): any {
  return { status, error_code: code, remote_ip: remoteIp, body, json: () => JSON.parse(body) };
}

export default function () {
  const of = (given: any, isRight: (body: any) => boolean = RIGHT) => outcome(given, 201, isRight);

  test('the expected status with the right content is good', () => of(answer(201)) === 'good');
  test('another status is wrong', () => of(answer(200)) === 'wrong-content');
  test('wrong content is wrong', () => of(answer(201), () => false) === 'wrong-content');
  test('unreadable content is wrong', () => of(answer(201, 0, '', 'x'), (b) => b !== undefined) === 'wrong-content');
  test('4xx', () => of(answer(409, 1409)) === '4xx');
  test('5xx', () => of(answer(503, 1503)) === '5xx');

  test('a refused connection', () => of(answer(0, 1212, '')) === 'refused');
  test('an unknown name is refused', () => of(answer(0, 1101, '')) === 'refused');
  test('a time-out while dialling', () => of(answer(0, 1211, '')) === 'connect-timeout');
  test('a time-out without a connection', () => of(answer(0, 1050, '')) === 'connect-timeout');
  test('a time-out on a connection', () => of(answer(0, 1050)) === 'response-timeout');
  test('a time-out in the body, after the status', () => of(answer(201, 1050)) === 'response-timeout');
  test('a reset', () => of(answer(0, 1220)) === 'reset');
  test('a connection closed before the answer', () => of(answer(0, 1000)) === 'reset');
  test('a connection closed in the body', () => of(answer(201, 1000)) === 'reset');

  const read = (body: any) => JSON.stringify(lines({ body } as any));
  test('lines', () => read('{"a":1}\n2\n') === '[{"a":1},2]');
  test('an empty body has no lines', () => read('') === '[]' && read(null) === '[]');
  test('a line without an end is broken', () => read('1\n2') === undefined);
  test('a line that is no JSON breaks the whole', () => read('1\n<x>\n') === undefined && read('1\n\n') === undefined);
  const stream = (body: string) => outcome(answer(200, 0, '', body), 200, (found) => found !== undefined, lines);
  test('an unreadable stream is wrong', () => stream('1\n') === 'good' && stream('x\n') === 'wrong-content');
  test('an empty body is undefined', () => outcome(answer(204, 0, '', ''), 204, (b) => b === undefined) === 'good');
}
