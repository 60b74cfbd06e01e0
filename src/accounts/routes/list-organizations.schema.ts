import type { Operation } from '../../http/operation.ts';
import { count, id, listOf, record, role, text } from '../../http/shapes.ts';

export const listOrganizationsOperation = {
  id: 'listOrganizations',
  method: 'get',
  path: '/organizations',
  tag: 'Members',
  access: 'caller',
  role: 'none',
  summary: 'List the organisations that you belong to',
  answer: {
    status: 200,
    description: 'By name',
    schema: listOf(
      record({
        id: id('The organisation'),
        name: text('Its name'),
        timeZone: text('IANA name'),
        role,
        members: count('How many people belong to it'),
      }),
    ),
  },
  errors: [],
} as const satisfies Operation;
