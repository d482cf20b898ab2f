// What a user asks of /agents, and what is right.

import { agent } from '../lib/bodies.ts';
import { isEcho, isEntity, isPage } from '../lib/content.ts';
import { settings } from '../lib/settings.ts';
import type { Request } from '../lib/user.ts';

const body = JSON.stringify(agent);

export function createAgent(): Request {
  return { method: 'POST', path: '/agents', body, status: 201, isRight: (created) => isEcho(created, agent) };
}

export function readAgent(id: number): Request {
  return { method: 'GET', path: `/agents/${id}`, status: 200, isRight: (found) => isEntity(found, id, agent) };
}

export function updateAgent(id: number): Request {
  const isRight = (updated: any) => isEcho(updated, { ...agent, id });
  return { method: 'PUT', path: `/agents/${id}`, body, status: 200, isRight };
}

export function deleteAgent(id: number): Request {
  return { method: 'DELETE', path: `/agents/${id}`, status: 204, isRight: (nothing) => nothing === undefined };
}

export function listAgents(): Request {
  const page = { page: 0, size: 10, seeded: settings.seededAgents, like: agent };
  return {
    method: 'GET',
    path: `/agents?page=${page.page}&size=${page.size}`,
    status: 200,
    isRight: (body) => isPage(body, page),
  };
}
