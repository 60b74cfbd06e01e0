import type { AppContext } from '../../http/types.ts';
import type { Context } from '../../platform/context.ts';
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
      description: 'The organisation the app may act for; by default the current one',
    },
    action: { enum: ['approve', 'deny'], description: "The person's decision" },
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
    'Send the parameters of the request again; they are checked again, as are the app and the membership. An approval issues a code that works once, within 10 minutes. `response_type` may be omitted.',
  body: decideConsentBody,
  example: { client_id: 'pca_…', state: 'af0ifjsldkj', action: 'approve' },
  answer: {
    status: 201,
    description: 'Decided',
    schema: record({
      redirect: text(
        'URL to redirect the browser to: the registered redirect URL with code or error, and state',
      ),
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
