import type { AppContext } from '../../http/types.ts';
import type { Operation } from '../../http/operation.ts';

export const isConnectedOperation = {
  id: 'isConnected',
  method: 'get',
  path: '/is-connected',
  tag: 'Organisation',
  access: 'caller',
  summary: 'Check the API key',
  answer: {
    status: 200,
    description: 'The key works; otherwise the answer is 401',
    schema: {
      type: 'object',
      properties: { connected: { const: true } },
      required: ['connected'],
      additionalProperties: false,
    },
  },
  errors: [],
  handler: isConnectedHandler,
} as const satisfies Operation;

function isConnectedHandler(): (ctx: AppContext) => void {
  return (ctx) => {
    ctx.body = { connected: true };
  };
}
