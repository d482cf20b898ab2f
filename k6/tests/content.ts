import { agent } from '../lib/bodies.ts';
import { isEcho, isEntity, isNumber, isPage, isPeople, isStream } from '../lib/content.ts';
import { test } from './testing.ts';

export { options } from './testing.ts';

const expected = { page: 0, size: 2, seeded: 3, like: agent };

function page(changes = {}) {
  const items = [{ ...agent, id: 1 }, { ...agent, id: 2 }];
  return { items, page: 0, size: 2, totalElements: 3, totalPages: 2, ...changes };
}

const elements = [0, 1].map((index) => ({ index, wait: 1000 * index, seed: 9 }));
const person = { firstName: 'A', lastName: 'B', email: 'C', phone: 'D', birthDate: '2000-01-01', city: 'E' };

export default function () {
  test('an echo with an id is right', () => isEcho({ ...agent, id: 1 }, agent));
  test('no body is wrong', () => !isEcho(undefined, agent));
  test('an echo without an id is wrong', () => !isEcho(agent, agent));
  test('an id of zero is wrong', () => !isEcho({ ...agent, id: 0 }, agent));
  test('an id as text is wrong', () => !isEcho({ ...agent, id: '1' }, agent));
  test('another value is wrong', () => !isEcho({ ...agent, id: 1, phone: 'x' }, agent));

  test('a page is right', () => isPage(page(), expected));
  test('a grown table is right', () => isPage(page({ totalElements: 5, totalPages: 3 }), expected));
  test('no page is wrong', () => !isPage(undefined, expected) && !isPage([], expected));
  test('a missing item is wrong', () => !isPage(page({ items: page().items.slice(1) }), expected));
  test('items out of order are wrong', () => !isPage(page({ items: page().items.reverse() }), expected));
  test('an item without a field is wrong', () => !isPage(page({ items: [{ ...agent, id: 1 }, { id: 2 }] }), expected));
  test('an empty item is wrong', () => !isPage(page({ items: [null, null] }), expected));
  test('fewer rows than seeded are wrong', () => !isPage(page({ totalElements: 2, totalPages: 1 }), expected));
  test('a wrong number of pages is wrong', () => !isPage(page({ totalPages: 1 }), expected));
  test('another page is wrong', () => !isPage(page({ page: 1 }), expected));
  test('another size is wrong', () => !isPage(page({ size: 3 }), expected));

  test('an entity is right', () => isEntity({ ...agent, id: 7 }, 7, agent));
  test('another entity is wrong', () => !isEntity({ ...agent, id: 8 }, 7, agent) && !isEntity(undefined, 7, agent));
  test('an entity without its fields is wrong', () => !isEntity({ id: 7 }, 7, agent));

  test('numbers from 1 to 10 are right', () => isNumber(1) && isNumber(10));
  test('other numbers are wrong', () => ![0, 11, 1.5, '5', undefined].some(isNumber));

  test('a whole stream is right', () => isStream(elements, 2, 9));
  test('a short stream is wrong', () => !isStream(elements.slice(1), 2, 9) && !isStream([], 2, 9));
  test('a longer stream is wrong', () => !isStream([...elements, elements[1]], 2, 9));
  test('no stream is wrong', () => !isStream(undefined, 2, 9));
  test('elements out of order are wrong', () => !isStream([elements[1], elements[0]], 2, 9));
  test('the stream of another seed is wrong', () => !isStream(elements, 2, 8));
  test('other elements are wrong', () => !isStream([1, 2], 2, 9) && !isStream([null, null], 2, 9));
  test('an absurd wait is wrong', () => !isStream([elements[0], { ...elements[1], wait: 1001 }], 2, 9));

  test('a person is right', () => isPeople([person], 1));
  test('nobody is wrong', () => !isPeople([], 1) && !isPeople(undefined, 1) && !isPeople([null], 1));
  test('a crowd is wrong', () => !isPeople([person, person], 1));
  test('a person without a city is wrong', () => !isPeople([{ ...person, city: undefined }], 1));
}
