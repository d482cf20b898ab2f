import { agent } from '../lib/bodies.ts';
import { isEcho, isPage } from '../lib/content.ts';
import { test } from './testing.ts';

export { options } from './testing.ts';

const expected = { page: 0, size: 2, seeded: 3, like: agent };

function page(changes = {}) {
  const items = [{ ...agent, id: 1 }, { ...agent, id: 2 }];
  return { items, page: 0, size: 2, totalElements: 3, totalPages: 2, ...changes };
}

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
}
