import type { Operation } from '../../http/operation.ts';
import { id, instant, instantOrNull, listOf, record, success, text, textOrNull } from '../../http/shapes.ts';

const apiKey = {
  id: id('The key'),
  name: text('What it is for'),
  scopes: listOf({ enum: ['read', 'write'] }),
  createdAt: instant('When it was made'),
  expiresAt: instantOrNull('When it ends'),
  lastUsedAt: instantOrNull('When it was last used, to the minute'),
  createdBy: textOrNull('Name of who made it; null = somebody at the machine, or somebody who is gone'),
};
const madeApiKey = record({ ...apiKey, key: text('The key itself; it is shown this once') });

export const listApiKeysOperation = {
  id: 'listApiKeys',
  method: 'get',
  path: '/api-keys',
  tag: 'API keys',
  access: 'caller',
  role: 'admin',
  summary: 'List the API keys of the organisation',
  answer: {
    status: 200,
    description: 'Those that are not revoked, the newest first; never the keys themselves',
    schema: listOf(record(apiKey)),
  },
  errors: [],
} as const satisfies Operation;

export const createApiKeyBody = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 100, description: 'What it is for' },
    scopes: {
      type: 'array',
      items: { type: 'string', enum: ['read', 'write'] },
      minItems: 1,
      uniqueItems: true,
      description: 'read, or read and write; default: both',
    },
    expiresAt: { type: ['string', 'null'], format: 'date-time', description: 'When it ends; default: never' },
  },
  required: ['name'],
  additionalProperties: false,
} as const;

export const createApiKeyOperation = {
  id: 'createApiKey',
  method: 'post',
  path: '/api-keys',
  tag: 'API keys',
  access: 'caller',
  role: 'admin',
  summary: 'Make an API key',
  body: createApiKeyBody,
  answer: { status: 201, description: 'The key', schema: madeApiKey },
  errors: [],
  example: { name: 'Reporting', scopes: ['read'], expiresAt: '2031-12-31T23:00:00Z' },
} as const satisfies Operation;

export const revokeApiKeyOperation = {
  id: 'revokeApiKey',
  method: 'delete',
  path: '/api-keys/{id}',
  tag: 'API keys',
  access: 'caller',
  role: 'admin',
  summary: 'Revoke an API key',
  answer: { status: 200, description: 'It is refused from here on, by every process', schema: success },
  errors: ['api_key_not_found', 'foreign_resource', 'organization_not_found'],
} as const satisfies Operation;

export const rotateApiKeyOperation = {
  id: 'rotateApiKey',
  method: 'post',
  path: '/user/api-key/rotate',
  tag: 'API keys',
  access: 'caller',
  role: 'admin',
  summary: 'Exchange the newest API key for another one',
  description: 'The old one is refused from here on. The new one has its name, its rights and its end.',
  answer: { status: 201, description: 'The new key', schema: madeApiKey },
  errors: ['organization_not_found'],
} as const satisfies Operation;
