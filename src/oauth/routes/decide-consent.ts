import type { AppContext } from '../../http/types.ts';
import type { Context } from '../../context.ts';
import { checkAuthorizationRequest } from '../authorization-request.ts';
import { decideConsent } from '../decide-consent.ts';
import { personOf } from '../../http/person.ts';
import { compile } from '../../platform/validation.ts';
import type { Operation } from '../../http/operation.ts';
import { record, text } from '../../http/shapes.ts';
import { authorizationParameters } from './show-consent.ts';

export const decideConsentBody = {
  type: 'object',
  properties: {
    ...authorizationParameters,
    organization_id: {
      type: 'string',
      format: 'uuid',
      description: 'For which organisation the app may act; default: the one that is worked in',
    },
    action: { enum: ['approve', 'deny'], description: 'What the person has decided' },
  },
  required: ['client_id', 'action'],
} as const;

export const decideConsentOperation = {
  id: 'decideConsent',
  method: 'post',
  path: '/oauth/authorize',
  tag: 'OAuth',
  access: 'caller',
  role: 'none',
  summary: 'Approve or deny an app',
  description:
    'The parameters of the request are sent again and checked again, as are the app and the membership. An approval gives a code that is valid for 10 minutes, once. `response_type` may be left away.',
  body: decideConsentBody,
  example: { client_id: 'pca_…', state: 'af0ifjsldkj', action: 'approve' },
  answer: {
    status: 201,
    description: 'Decided',
    schema: record({
      redirect: text('Where the browser goes: the registered Redirect URL with code or error, and state'),
    }),
  },
  errors: ['unknown_client', 'redirect_mismatch', 'foreign_resource'],
  handler: decideConsentHandler,
} as const satisfies Operation;

const checkBody = compile(decideConsentBody);

/** The request is checked again; what the page has shown decides nothing. */
function decideConsentHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const body = checkBody(ctx.state.body ?? {});
    const request = await checkAuthorizationRequest(context, { response_type: 'code', ...body });
    const redirect = await decideConsent(context, personOf(ctx), {
      request,
      decision: { action: body.action, organizationId: body.organization_id },
    });
    ctx.status = 201;
    ctx.body = { redirect };
  };
}
