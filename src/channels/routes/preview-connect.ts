import type { AppContext } from '../../http/types.ts';
import { previewState } from '../connect/explain-state.ts';
import type { Context } from '../../platform/context.ts';
import { compile } from '../../platform/validation.ts';
import { browserOrigin } from './browser-origin.ts';
import type { Operation } from '../../http/operation.ts';
import { providerParam } from './connect-shapes.ts';
import { orNull, sentenceWith } from '../../http/shapes.ts';

export const previewConnectBody = {
  type: 'object',
  properties: { state: { type: 'string', maxLength: 300, description: 'As returned by the network' } },
} as const;

export const previewConnectOperation = {
  id: 'previewConnect',
  whileElsewhere: 'allowed',
  method: 'post',
  path: '/integrations/social/{provider}/look',
  tag: 'Connecting',
  access: 'open',
  summary: 'Check a state while signed out',
  description:
    'For a browser that a network sent back to a host where nobody is signed in, usually because Crier was opened at two hosts. The state stays valid.',
  params: providerParam,
  body: previewConnectBody,
  answer: {
    status: 200,
    description: 'Whether signing in helps and, if not, what is wrong',
    schema: {
      type: 'object',
      properties: {
        signIn: {
          type: 'boolean',
          description: 'Whether an admin of the organisation can finish with it after signing in',
        },
        message: {
          type: ['string', 'null'],
          description:
            'The message of `invalid_state`; if the hosts differ, it names both and the variable to set',
        },
        explanation: orNull(sentenceWith('The message')),
      },
      required: ['signIn', 'message', 'explanation'],
      additionalProperties: false,
    },
  },
  errors: ['invalid_request'],
  handler: previewConnectHandler,
} as const satisfies Operation;

const checkBody = compile(previewConnectBody);

function previewConnectHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { state = '' } = checkBody(ctx.state.body);
    const explanation = await previewState(context, {
      provider: String(ctx.params.provider),
      state,
      origin: browserOrigin(ctx),
    });
    ctx.body = { signIn: explanation === null, message: explanation?.message ?? null, explanation };
    ctx.set('Cache-Control', 'no-store');
  };
}
