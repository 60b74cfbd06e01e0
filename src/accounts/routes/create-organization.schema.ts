import { meSchema } from './me.schema.ts';
import type { Operation } from '../../http/operation.ts';

export const createOrganizationBody = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 200 },
    timeZone: { type: 'string', minLength: 1, maxLength: 60, description: 'IANA name; default: UTC' },
  },
  required: ['name'],
  additionalProperties: false,
} as const;

export const createOrganizationOperation = {
  id: 'createOrganization',
  method: 'post',
  path: '/organizations',
  tag: 'Members',
  access: 'caller',
  role: 'none',
  summary: 'Make an organisation and work in it',
  body: createOrganizationBody,
  answer: { status: 201, description: 'Its first owner, who works in it from here on', schema: meSchema },
  errors: [],
  example: { name: 'Cafe Nord', timeZone: 'Europe/Berlin' },
} as const satisfies Operation;
