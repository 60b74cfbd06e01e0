import { component } from '../../http/openapi/components.ts';
import type { Operation } from '../../http/operation.ts';

export const listIntegrationsQuery = {
  type: 'object',
  properties: {
    group: { type: 'string', maxLength: 255, description: 'Only channels of the group with this id' },
  },
} as const;

export const listIntegrationsOperation = {
  id: 'listIntegrations',
  method: 'get',
  path: '/integrations',
  tag: 'Channels',
  access: 'caller',
  summary: 'List channels',
  description: 'Also disabled ones and those that must be connected again.',
  query: listIntegrationsQuery,
  answer: {
    status: 200,
    description: 'The channels, oldest first',
    schema: { type: 'array', items: component('Integration') },
  },
  errors: [],
} as const satisfies Operation;
