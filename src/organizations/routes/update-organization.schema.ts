import type { Operation } from '../../http/operation.ts';
import { organizationSchema } from './get-organization.schema.ts';

export const updateOrganizationBody = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 200 },
    timeZone: { type: 'string', minLength: 1, maxLength: 60, description: 'IANA name' },
  },
  minProperties: 1,
  additionalProperties: false,
} as const;

export const updateOrganizationOperation = {
  id: 'updateOrganization',
  method: 'patch',
  path: '/organization',
  tag: 'Members',
  access: 'caller',
  role: 'admin',
  summary: 'Rename the organisation, or change its time zone',
  body: updateOrganizationBody,
  answer: { status: 200, description: 'The organisation as it is now', schema: organizationSchema },
  errors: [],
  example: { timeZone: 'Europe/Berlin' },
} as const satisfies Operation;
