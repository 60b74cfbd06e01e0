import type { Operation } from '../operation.ts';

export const listUsersQuery = { type: 'object', properties: { name: { type: 'string', maxLength: 254, description: 'A part of the name or of the address' } } } as const;

const id = { type: 'string', format: 'uuid' } as const;

export const listUsersOperation = {
  id: 'listUsers', method: 'get', path: '/users', tag: 'Account', access: 'caller', role: 'none',
  summary: 'Everybody on this instance, for its operator',
  description: 'One element for each person in each organisation, by address; 500 at most.',
  query: listUsersQuery,
  answer: {
    status: 200, description: 'The people',
    schema: {
      type: 'array',
      items: {
        type: 'object', required: ['id', 'role', 'organization', 'user'], additionalProperties: false,
        properties: {
          id: { ...id, description: 'The person' }, role: { enum: ['SUPERADMIN', 'ADMIN', 'USER'], description: 'Owner, admin, member' },
          organization: { type: 'object', required: ['id', 'name', 'subscription'], additionalProperties: false, properties: { id, name: { type: 'string' }, subscription: { type: ['string', 'null'], description: 'Name of its plan' } } },
          user: { type: 'object', required: ['id', 'name', 'email'], additionalProperties: false, properties: { id, name: { type: 'string' }, email: { type: 'string' } } },
        },
      },
    },
  },
  errors: ['insufficient_role'],
} as const satisfies Operation;
