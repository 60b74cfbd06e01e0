import type { Operation } from '../../http/operation.ts';
import { flag, id, instant, listOf, record, success, textOrNull } from '../../http/shapes.ts';

export const listSessionsOperation = {
  id: 'listSessions',
  method: 'get',
  path: '/user/sessions',
  tag: 'Account',
  access: 'caller',
  role: 'none',
  summary: 'Where one is signed in',
  answer: {
    status: 200,
    description: 'The sessions, the one that was used last first',
    schema: listOf(
      record({
        id: id('The session'),
        current: flag('The one that asks'),
        ip: textOrNull('Address that it was begun from'),
        userAgent: textOrNull('What the browser calls itself'),
        createdAt: instant('When it was begun'),
        lastSeenAt: instant('When it was last used, to within ten minutes'),
      }),
    ),
  },
  errors: [],
} as const satisfies Operation;

export const endSessionOperation = {
  id: 'endSession',
  method: 'delete',
  path: '/user/sessions/{id}',
  tag: 'Account',
  access: 'caller',
  role: 'none',
  summary: "End one of one's sessions",
  answer: { status: 200, description: 'That browser is signed out', schema: success },
  errors: ['session_not_found', 'foreign_resource'],
} as const satisfies Operation;
