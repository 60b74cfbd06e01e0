import type { Operation } from '../../http/operation.ts';

export const findSlotOperation = {
  id: 'findSlot',
  method: 'get',
  path: '/find-slot/{id}',
  tag: 'Channels',
  access: 'caller',
  summary: 'The next free posting time of a channel',
  description:
    "From the channel's posting times, the first one to come at whose minute no post of the organisation stands.",
  answer: {
    status: 200,
    description: 'The slot',
    schema: {
      type: 'object',
      properties: { date: { type: 'string', format: 'date-time', description: 'UTC' } },
      required: ['date'],
      additionalProperties: false,
    },
  },
  errors: ['integration_not_found', 'foreign_resource', 'channel_disabled', 'no_free_slot'],
} as const satisfies Operation;
