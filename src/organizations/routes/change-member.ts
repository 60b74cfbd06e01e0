import type { AppContext } from '../../http/types.ts';
import { removeMember, setRole, type MemberChange } from '../change-member.ts';
import type { Context } from '../../platform/context.ts';
import { personOf } from '../../http/person.ts';
import { compile, idParam } from '../../platform/validation.ts';
import type { Operation } from '../../http/operation.ts';
import { success } from '../../http/shapes.ts';

export const setRoleBody = {
  type: 'object',
  properties: { role: { type: 'string', enum: ['owner', 'admin', 'member'] } },
  required: ['role'],
  additionalProperties: false,
} as const;

export const setRoleOperation = {
  id: 'setRole',
  method: 'patch',
  path: '/organization/members/{userId}',
  tag: 'Members',
  access: 'caller',
  role: 'admin',
  summary: 'Change the role of a member',
  description:
    'Only an owner can make a person an owner or change an owner, and there is always at least one. When a person becomes a plain member, the open invitations they created are withdrawn.',
  body: setRoleBody,
  answer: { status: 200, description: 'Done', schema: success },
  errors: ['member_not_found', 'foreign_resource', 'last_owner', 'organization_not_found'],
  example: { role: 'admin' },
  handler: setRoleHandler,
} as const satisfies Operation;

export const removeMemberOperation = {
  id: 'removeMember',
  method: 'delete',
  path: '/organization/members/{userId}',
  tag: 'Members',
  access: 'caller',
  role: 'admin',
  summary: 'Remove a member',
  description:
    'Takes effect at once: their sessions no longer reach the organisation, apps that acted for them here lose their access, and the open invitations they created are withdrawn. API keys they created stay: they belong to the organisation.',
  answer: { status: 200, description: 'Done', schema: success },
  errors: ['member_not_found', 'foreign_resource', 'last_owner', 'organization_not_found'],
  handler: removeMemberHandler,
} as const satisfies Operation;

const checkBody = compile(setRoleBody);

function setRoleHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const change = changeOf(ctx);
    await setRole(context, change, checkBody(ctx.state.body).role);
    ctx.body = { success: true };
  };
}

/** What was given through the membership ends with it. */
function removeMemberHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    await removeMember(context, changeOf(ctx));
    ctx.body = { success: true };
  };
}

function changeOf(ctx: AppContext): MemberChange {
  const { organizationId, userId } = personOf(ctx);
  return { organizationId, actorId: userId, userId: idParam(ctx.params.userId) };
}
