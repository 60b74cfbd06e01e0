import { presentMe } from '../present-me.ts';
import { switchOrganization } from '../../http/sessions.ts';
import type { AppContext } from '../../http/types.ts';
import { acceptInvitation, lookAtInvitation } from '../../organizations/accept-invitation.ts';
import type { Context } from '../../context.ts';
import { personOf } from '../../http/person.ts';
import { compile } from '../../platform/validation.ts';
import { invitationTokenBody } from './accept-invitation.schema.ts';

const checkBody = compile(invitationTokenBody);

/** POST /auth/invitation: by its token, so nobody need be signed in. */
export function lookAtInvitationRoute(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { organization, role, email, invitedBy } = await lookAtInvitation(
      context,
      checkBody(ctx.state.body).token,
    );
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { organization, role, email, invitedBy };
  };
}

/** POST /auth/invitation/accept: and works there from then on. */
export function acceptInvitationRoute(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const person = personOf(ctx);
    const { organizationId } = await acceptInvitation(context, {
      token: checkBody(ctx.state.body).token,
      userId: person.userId,
    });
    await switchOrganization(context, person.session.id, organizationId);
    ctx.body = await presentMe(context, person);
  };
}
