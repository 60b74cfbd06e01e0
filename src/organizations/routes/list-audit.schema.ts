import type { Operation } from '../../http/operation.ts';
import { instant, listOf, record, text, textOrNull } from '../../http/shapes.ts';

export const listAuditQuery = {
  type: 'object',
  properties: {
    before: {
      type: 'string',
      pattern: '^[0-9]{1,18}$',
      description: 'id of the last event of the page before',
    },
  },
  additionalProperties: false,
} as const;

export const listAuditOperation = {
  id: 'listAudit',
  method: 'get',
  path: '/organization/audit',
  tag: 'Members',
  access: 'caller',
  role: 'admin',
  summary: 'List who did what in the organisation',
  description: 'Members, keys, apps, channels: newest first, a hundred at a time.',
  query: listAuditQuery,
  answer: {
    status: 200,
    description: 'One page',
    schema: record({
      events: listOf(
        record({
          id: text('Its place in the list'),
          at: instant('When'),
          kind: text('A stable word'),
          text: text('The same as a sentence'),
          person: textOrNull('Name of who did it; null = nobody who is signed in, or somebody who is gone'),
          detail: {
            type: 'object',
            description: 'Names and ids; never a secret',
            additionalProperties: true,
          },
        }),
      ),
    }),
  },
  errors: [],
} as const satisfies Operation;
