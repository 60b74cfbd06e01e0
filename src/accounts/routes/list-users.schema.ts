import type { Operation } from '../../http/operation.ts';
import { id, listOf, record, text, textOrNull } from '../../http/shapes.ts';
import { clientRole } from './self.schema.ts';

export const listUsersQuery = {
  type: 'object',
  properties: {
    name: { type: 'string', maxLength: 254, description: 'A part of the name or of the address' },
  },
} as const;

export const listUsersOperation = {
  id: 'listUsers',
  method: 'get',
  path: '/users',
  tag: 'Account',
  access: 'caller',
  role: 'none',
  summary: 'Everybody on this instance, for its operator',
  description: 'One element for each person in each organisation, by address; 500 at most.',
  query: listUsersQuery,
  answer: {
    status: 200,
    description: 'The people',
    schema: listOf(
      record({
        id: id('The person'),
        role: clientRole,
        organization: record({
          id: id('The organisation'),
          name: text('Its name'),
          subscription: textOrNull('Name of its plan'),
        }),
        user: record({
          id: id('The person'),
          name: text('What they are called'),
          email: text('Their address'),
        }),
      }),
    ),
  },
  errors: ['insufficient_role'],
} as const satisfies Operation;
