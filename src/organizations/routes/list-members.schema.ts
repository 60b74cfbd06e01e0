import type { Operation } from '../../http/operation.ts';
import { id, instant, listOf, record, role, text } from '../../http/shapes.ts';

/** One member. */
export const memberSchema = record({
  userId: id('The person'),
  name: text('Their name'),
  email: text('Their address'),
  role,
  createdAt: instant('When they joined'),
  you: { type: 'boolean', description: 'Whether it is you' },
});

export const listMembersOperation = {
  id: 'listMembers',
  method: 'get',
  path: '/organization/members',
  tag: 'Members',
  access: 'caller',
  summary: 'List who belongs to the organisation',
  answer: { status: 200, description: 'In the order in which they joined', schema: listOf(memberSchema) },
  errors: [],
} as const satisfies Operation;
