import { createThrottle } from '../../http/throttle.ts';
import type { AppContext } from '../../http/types.ts';
import { inviteMember, revokeInvitation } from '../invite-member.ts';
import { ofRequest, type Context } from '../../context.ts';
import type { Statement } from '../../platform/database.ts';
import { personOf } from '../../http/person.ts';
import { presentInvitation, type InvitationRow } from '../present-invitation.ts';
import { compile, idParam } from '../../platform/validation.ts';
import { inviteMemberBody } from './manage-invitations.schema.ts';

const LIST: Statement = {
  name: 'invitations-list',
  text: `select i.id, i.email, i.role, (extract(epoch from i.created_at) * 1000)::float8 as "createdMs", (extract(epoch from i.expires_at) * 1000)::float8 as "expiresMs", u.name as "invitedBy" from invitation i left join user_account u on u.id = i.invited_by_id
    where i.organization_id = $1 and i.accepted_at is null and i.revoked_at is null and i.expires_at > now() order by i.created_at desc, i.id desc limit 500`,
};

const checkBody = compile(inviteMemberBody);

/** GET /organization/invitations */
export function listInvitationsRoute({ database }: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    ctx.body = (await database.query<InvitationRow>(LIST, [ctx.state.caller.organizationId])).map(
      presentInvitation,
    );
  };
}

/** POST /organization/invitations: the link is answered only when no mail has carried it. */
export function inviteMemberRoute(context: Context): (ctx: AppContext) => Promise<void> {
  const throttle = createThrottle(context);
  return async (ctx) => {
    const { email = null, role } = checkBody(ctx.state.body);
    // Each may be a mail to a stranger, in the name of this instance.
    if (email && context.mail.active) await throttle.invitation({ userId: personOf(ctx).userId, email });
    const made = await inviteMember(ofRequest(context, ctx), personOf(ctx), { email, role });
    ctx.status = 201;
    ctx.body = { ...made, expiresAt: made.expiresAt.toISOString() };
  };
}

/** DELETE /organization/invitations/{id} */
export function revokeInvitationRoute(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { organizationId, userId } = personOf(ctx);
    await revokeInvitation(context, { organizationId, userId, invitationId: idParam(ctx.params.id) });
    ctx.body = { success: true };
  };
}
