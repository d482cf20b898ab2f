// What a user asks of /properties, and what is right.

import { property } from '../lib/bodies.ts';
import { isEcho, isEntity, isPage } from '../lib/content.ts';
import { draw } from '../lib/draw.ts';
import { settings } from '../lib/settings.ts';
import { type Request, requestNumber } from '../lib/user.ts';

const like = property(1);

// A property of an agent that is drawn from the seeded ones.
function drawn() {
  return property(1 + draw(settings.seed, requestNumber(), settings.seededAgents));
}

export function createProperty(): Request {
  const sent = drawn();
  return {
    method: 'POST',
    path: '/properties',
    body: JSON.stringify(sent),
    status: 201,
    isRight: (created) => isEcho(created, sent),
  };
}

export function readProperty(id: number): Request {
  return { method: 'GET', path: `/properties/${id}`, status: 200, isRight: (found) => isEntity(found, id, like) };
}

export function updateProperty(id: number): Request {
  const sent = drawn();
  return {
    method: 'PUT',
    path: `/properties/${id}`,
    body: JSON.stringify(sent),
    status: 200,
    isRight: (updated) => isEcho(updated, { ...sent, id }),
  };
}

export function deleteProperty(id: number): Request {
  return { method: 'DELETE', path: `/properties/${id}`, status: 204, isRight: (nothing) => nothing === undefined };
}

export function listProperties(): Request {
  const page = { page: 0, size: 50, seeded: settings.seededProperties, like };
  return {
    method: 'GET',
    path: `/properties?page=${page.page}&size=${page.size}`,
    status: 200,
    isRight: (body) => isPage(body, page),
  };
}
