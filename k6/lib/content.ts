// Is the content right? Pure checks of a parsed body.

type Fields = Record<string, unknown>;

function isId(id: unknown): id is number {
  return Number.isSafeInteger(id) && (id as number) > 0;
}

// A created entity: what was sent, and an id.
export function isEcho(body: any, sent: Fields): boolean {
  if (!body || !isId(body.id)) return false;
  for (const field in sent) {
    if (body[field] !== sent[field]) return false;
  }
  return true;
}

// An entity that was there before: its id, and fields of the right types.
export function isEntity(body: any, id: number, like: Fields): boolean {
  return !!body && body.id === id && isLike(body, like);
}

export function isNumber(body: unknown): boolean {
  return Number.isInteger(body) && (body as number) >= 1 && (body as number) <= 10;
}

// Downstream's stream, whole and in order: each element says its place and the seed that it was drawn from.
export function isStream(elements: any, count: number, seed: number): boolean {
  if (!Array.isArray(elements) || elements.length !== count) return false;
  return elements.every((element, n) => element?.index === n && element.seed === seed && isWait(element.wait));
}

function isWait(wait: unknown): boolean {
  return Number.isInteger(wait) && (wait as number) >= 0 && (wait as number) <= 1000;
}

const person = { firstName: '', lastName: '', email: '', phone: '', birthDate: '', city: '' };

export function isPeople(people: any, count: number): boolean {
  return Array.isArray(people) && people.length === count && people.every((one) => !!one && isLike(one, person));
}

export interface Page {
  page: number;
  size: number;
  seeded: number; // at least so many exist
  like: Fields; // an example of an item
}

// The order of all items, the fields of the first and the last: looking at each field of fifty items would cost the
// load machine more than sending the request.
export function isPage(body: any, { page, size, seeded, like }: Page): boolean {
  if (!body || body.page !== page || body.size !== size) return false;
  const total = body.totalElements;
  if (!Number.isSafeInteger(total) || total < seeded || body.totalPages !== Math.ceil(total / size)) return false;

  const items = body.items;
  const length = Math.max(0, Math.min(size, total - page * size));
  if (!Array.isArray(items) || items.length !== length || !isAscending(items)) return false;
  return length === 0 || (isLike(items[0], like) && isLike(items[length - 1], like));
}

function isAscending(items: any[]): boolean {
  let last = 0;
  for (let i = 0; i < items.length; i++) {
    const id = items[i]?.id;
    if (!isId(id) || id <= last) return false;
    last = id;
  }
  return true;
}

function isLike(item: any, like: Fields): boolean {
  for (const field in like) {
    if (typeof item[field] !== typeof like[field]) return false;
  }
  return true;
}
