import type { AppContext } from '../../http/types.ts';
import { removeMember, setRole, type MemberChange } from '../change-member.ts';
import type { Context } from '../../context.ts';
import { personOf } from '../../http/person.ts';
import { compile, idParam } from '../../platform/validation.ts';
import { setRoleBody } from './change-member.schema.ts';

const checkBody = compile(setRoleBody);

/** PATCH /organization/members/{userId} */
export function setRoleRoute(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const change = changeOf(ctx);
    await setRole(context, change, checkBody(ctx.state.body).role);
    ctx.body = { success: true };
  };
}

/** DELETE /organization/members/{userId}: what was given through the membership ends with it. */
export function removeMemberRoute(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    await removeMember(context, changeOf(ctx));
    ctx.body = { success: true };
  };
}

function changeOf(ctx: AppContext): MemberChange {
  const { organizationId, userId } = personOf(ctx);
  return { organizationId, actorId: userId, userId: idParam(ctx.params.userId) };
}
