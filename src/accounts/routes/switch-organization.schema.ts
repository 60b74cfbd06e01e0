import { meSchema } from './me.schema.ts';
import type { Operation } from '../../http/operation.ts';

export const switchOrganizationBody = {
  type: 'object',
  properties: { organizationId: { type: 'string', format: 'uuid' } },
  required: ['organizationId'],
  additionalProperties: false,
} as const;

export const switchOrganizationOperation = {
  id: 'switchOrganization',
  method: 'post',
  path: '/organization/switch',
  tag: 'Members',
  access: 'caller',
  role: 'none',
  summary: 'Work in another organisation',
  description: 'Of this session only: other browsers stay where they are.',
  body: switchOrganizationBody,
  answer: { status: 200, description: 'Where you work from here on', schema: meSchema },
  errors: ['organization_not_found', 'foreign_resource'],
} as const satisfies Operation;
