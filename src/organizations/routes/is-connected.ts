import type { AppContext } from '../../http/types.ts';
import type { Operation } from '../../http/operation.ts';
import type { Context } from '../../platform/context.ts';
import { readFreeze } from '../../platform/freeze.ts';
import { readTimeZone } from '../read-time-zone.ts';

export const isConnectedOperation = {
  id: 'isConnected',
  method: 'get',
  path: '/is-connected',
  tag: 'Organisation',
  access: 'caller',
  summary: 'Check the API key',
  description: 'Also says what the dates of the organisation are shown in, and whether publishing is frozen.',
  answer: {
    status: 200,
    description: 'The key works; otherwise the answer is 401',
    schema: {
      type: 'object',
      properties: {
        connected: { const: true },
        timeZone: { type: 'string', description: "IANA name of the organisation's time zone" },
        frozen: {
          type: ['string', 'null'],
          description: 'Why nothing is published at the moment; null if publishing goes on',
        },
      },
      required: ['connected', 'timeZone', 'frozen'],
      additionalProperties: false,
    },
  },
  errors: [],
  handler: isConnectedHandler,
} as const satisfies Operation;

function isConnectedHandler({ database }: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { organizationId } = ctx.state.caller;
    const [timeZone, freeze] = await Promise.all([
      readTimeZone(database, organizationId),
      readFreeze(database, { organizationId }),
    ]);
    ctx.body = { connected: true, timeZone, frozen: freeze?.reason ?? null };
  };
}
