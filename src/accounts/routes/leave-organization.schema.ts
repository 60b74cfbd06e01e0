import { meSchema } from './me.schema.ts';
import type { Operation } from '../../http/operation.ts';

export const leaveOrganizationOperation = {
  id: 'leaveOrganization',
  method: 'post',
  path: '/organization/leave',
  tag: 'Members',
  access: 'caller',
  summary: 'Leave the organisation that is worked in',
  description:
    'The access of apps that acted for you there ends. API keys that you made stay: they belong to the organisation.',
  answer: { status: 200, description: 'Where you work from here on', schema: meSchema },
  errors: ['last_owner', 'organization_not_found'],
} as const satisfies Operation;
