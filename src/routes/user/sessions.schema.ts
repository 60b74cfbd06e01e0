import { successSchema } from '../auth/sign-in.schema.ts';
import type { Operation } from '../operation.ts';

export const listSessionsOperation = {
  id: 'listSessions', method: 'get', path: '/user/sessions', tag: 'Account', access: 'caller', role: 'none',
  summary: 'Where one is signed in',
  answer: {
    status: 200, description: 'The sessions, the one that was used last first',
    schema: {
      type: 'array',
      items: {
        type: 'object', required: ['id', 'current', 'ip', 'userAgent', 'createdAt', 'lastSeenAt'], additionalProperties: false,
        properties: {
          id: { type: 'string', format: 'uuid' }, current: { type: 'boolean', description: 'The one that asks' },
          ip: { type: ['string', 'null'], description: 'Address that it was begun from' }, userAgent: { type: ['string', 'null'], description: 'What the browser calls itself' },
          createdAt: { type: 'string', format: 'date-time' }, lastSeenAt: { type: 'string', format: 'date-time', description: 'To within ten minutes' },
        },
      },
    },
  },
  errors: [],
} as const satisfies Operation;

export const endSessionOperation = {
  id: 'endSession', method: 'delete', path: '/user/sessions/{id}', tag: 'Account', access: 'caller', role: 'none',
  summary: 'End one of one\'s sessions',
  answer: { status: 200, description: 'That browser is signed out', schema: successSchema },
  errors: ['session_not_found', 'foreign_resource'],
} as const satisfies Operation;
