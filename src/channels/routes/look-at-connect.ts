import type { AppContext } from '../../http/types.ts';
import { lookAtState } from '../connect/invalid-state.ts';
import type { Context } from '../../context.ts';
import { compile } from '../../platform/validation.ts';
import { browserOrigin } from './browser-origin.ts';
import type { Operation } from '../../http/operation.ts';
import { providerParam } from './connect-shapes.ts';

export const lookAtConnectBody = {
  type: 'object',
  properties: { state: { type: 'string', maxLength: 300, description: 'As the network sent it back' } },
} as const;

export const lookAtConnectOperation = {
  id: 'lookAtConnect',
  method: 'post',
  path: '/integrations/social/{provider}/look',
  tag: 'Connecting',
  access: 'open',
  summary: 'Ask what becomes of a state while nobody is signed in',
  description:
    'For a browser that a network sent back to where nobody is signed in, most often because Crier was opened under two hosts. Uses nothing up.',
  params: providerParam,
  body: lookAtConnectBody,
  answer: {
    status: 200,
    description: 'Whether signing in helps; what is wrong where it does not',
    schema: {
      type: 'object',
      properties: {
        signIn: {
          type: 'boolean',
          description: 'Whoever signs in as an admin of the organisation can finish with it',
        },
        message: {
          type: ['string', 'null'],
          description:
            'The refusal `invalid_state` in words: both hosts, and the variable to set, where hosts differ',
        },
      },
      required: ['signIn', 'message'],
      additionalProperties: false,
    },
  },
  errors: ['invalid_request'],
  handler: lookAtConnectHandler,
} as const satisfies Operation;

const checkBody = compile(lookAtConnectBody);

function lookAtConnectHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { state = '' } = checkBody(ctx.state.body);
    const message = await lookAtState(context, {
      provider: String(ctx.params.provider),
      state,
      origin: browserOrigin(ctx),
    });
    ctx.body = { signIn: message === null, message };
    ctx.set('Cache-Control', 'no-store');
  };
}
