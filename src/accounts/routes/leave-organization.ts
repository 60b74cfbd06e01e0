import { presentMe } from '../present-me.ts';
import type { AppContext } from '../../http/types.ts';
import { leaveOrganization } from '../../organizations/change-member.ts';
import type { Context } from '../../platform/context.ts';
import { personOf } from '../../http/person.ts';
import { meSchema } from './me-shape.ts';
import type { Operation } from '../../http/operation.ts';

export const leaveOrganizationOperation = {
  id: 'leaveOrganization',
  method: 'post',
  path: '/organization/leave',
  tag: 'Members',
  access: 'caller',
  summary: 'Leave the current organisation',
  description:
    'Apps that acted for you there lose their access. API keys that you created stay: they belong to the organisation.',
  answer: { status: 200, description: 'The organisation that is now current', schema: meSchema },
  errors: ['last_owner', 'organization_not_found'],
  handler: leaveOrganizationHandler,
} as const satisfies Operation;

/** The session goes on in another organisation, if there is one. */
function leaveOrganizationHandler(context: Context): (ctx: AppContext) => Promise<void> {
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
