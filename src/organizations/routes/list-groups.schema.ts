import { component } from '../../http/openapi/components.ts';
import type { Operation } from '../../http/operation.ts';

export const listGroupsOperation = {
  id: 'listGroups',
  method: 'get',
  path: '/groups',
  tag: 'Channels',
  access: 'caller',
  summary: 'List groups of channels',
  description: 'Customers, brands: what channels are grouped by. Channels and posts can be listed by group.',
  answer: {
    status: 200,
    description: 'The groups by name',
    schema: { type: 'array', items: component('Group') },
  },
  errors: [],
} as const satisfies Operation;
