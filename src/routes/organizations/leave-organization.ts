import { presentMe } from '../../accounts/present-me.ts';
import type { AppContext } from '../../app-types.ts';
import { leaveOrganization } from '../../commands/change-member.ts';
import type { Context } from '../../context.ts';
import { personOf } from '../../policies/member.ts';

export function leaveOrganizationRoute(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const person = personOf(ctx);
    await leaveOrganization(context, { organizationId: person.organizationId, userId: person.userId, sessionId: person.session.id });
    ctx.body = await presentMe(context, person);
  };
}
