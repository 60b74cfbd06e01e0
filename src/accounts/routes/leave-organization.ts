import { presentMe } from '../present-me.ts';
import type { AppContext } from '../../http/types.ts';
import { leaveOrganization } from '../../organizations/change-member.ts';
import type { Context } from '../../context.ts';
import { personOf } from '../../http/person.ts';

/** POST /organization/leave: the session goes on in another organisation, if there is one. */
export function leaveOrganizationRoute(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const person = personOf(ctx);
    await leaveOrganization(context, {
      organizationId: person.organizationId,
      userId: person.userId,
      sessionId: person.session.id,
    });
    ctx.body = await presentMe(context, person);
  };
}
