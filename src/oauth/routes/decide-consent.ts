import type { AppContext } from '../../http/types.ts';
import type { Context } from '../../context.ts';
import { checkAuthorizationRequest } from '../authorization-request.ts';
import { decideConsent } from '../decide-consent.ts';
import { personOf } from '../../http/person.ts';
import { compile } from '../../platform/validation.ts';
import { decideConsentBody } from './decide-consent.schema.ts';

const checkBody = compile(decideConsentBody);

/** POST /oauth/authorize: the request is checked again; what the page has shown decides nothing. */
export function decideConsentRoute(context: Context): (ctx: AppContext) => Promise<void> {
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
