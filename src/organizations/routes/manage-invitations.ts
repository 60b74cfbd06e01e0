import { createThrottle } from '../../http/throttle.ts';
import type { AppContext } from '../../http/types.ts';
import { inviteMember, revokeInvitation } from '../invite-member.ts';
import { ofRequest, type Context } from '../../platform/context.ts';
import type { Statement } from '../../platform/database.ts';
import { personOf } from '../../http/person.ts';
import { presentInvitation, type InvitationRow } from '../present-invitation.ts';
import { compile, idParam } from '../../platform/validation.ts';
import type { Operation } from '../../http/operation.ts';
import { id, instant, listOf, record, success, textOrNull } from '../../http/shapes.ts';

const role = { enum: ['admin', 'member'], description: 'Their future role' };

export const listInvitationsOperation = {
  id: 'listInvitations',
  method: 'get',
  path: '/organization/invitations',
  tag: 'Members',
  access: 'caller',
  role: 'admin',
  summary: 'List the open invitations',
  answer: {
    status: 200,
    description:
      'The invitations, newest first. Their links are not included: only hashes of them are stored',
    schema: listOf(
      record({
        id: id('The invitation'),
        email: textOrNull('The only email address that may accept it'),
        role,
        createdAt: instant('When it was created'),
        expiresAt: instant('When it expires'),
        invitedBy: textOrNull('Name of the person who created it'),
      }),
    ),
  },
  errors: [],
  handler: listInvitationsHandler,
} as const satisfies Operation;

export const inviteMemberBody = {
  type: 'object',
  properties: {
    email: {
      type: 'string',
      format: 'email',
      minLength: 3,
      maxLength: 254,
      description: 'Only this address may accept the invitation; without one, anybody with the link',
    },
    role: { type: 'string', enum: ['admin', 'member'] },
  },
  required: ['role'],
  additionalProperties: false,
} as const;

export const inviteMemberOperation = {
  id: 'inviteMember',
  method: 'post',
  path: '/organization/invitations',
  tag: 'Members',
  access: 'caller',
  role: 'admin',
  summary: 'Invite a person',
  description:
    'Valid for 7 days and for one person. Members can be made owners later. Inviting the same address again withdraws the previous invitation. Without a mail provider, or without an address, the answer contains the link to pass on; it is shown only once.',
  body: inviteMemberBody,
  answer: {
    status: 201,
    description: 'The invitation',
    schema: record({
      id: id('The invitation'),
      email: textOrNull('The only email address that may accept it'),
      role,
      expiresAt: instant('When it expires'),
      link: textOrNull('The link to pass on, if no mail was sent'),
      mailed: { type: 'boolean' },
    }),
  },
  errors: ['already_member', 'organization_not_found', 'too_many_attempts'],
  example: { email: 'ben@example.org', role: 'member' },
  handler: inviteMemberHandler,
} as const satisfies Operation;

export const revokeInvitationOperation = {
  id: 'revokeInvitation',
  method: 'delete',
  path: '/organization/invitations/{id}',
  tag: 'Members',
  access: 'caller',
  role: 'admin',
  summary: 'Withdraw an invitation',
  answer: { status: 200, description: 'Its link no longer works', schema: success },
  errors: ['invitation_not_found', 'foreign_resource', 'organization_not_found'],
  handler: revokeInvitationHandler,
} as const satisfies Operation;

const LIST: Statement = {
  name: 'invitations-list',
  text: `select i.id, i.email, i.role, (extract(epoch from i.created_at) * 1000)::float8 as "createdMs", (extract(epoch from i.expires_at) * 1000)::float8 as "expiresMs", u.name as "invitedBy" from invitation i left join user_account u on u.id = i.invited_by_id
    where i.organization_id = $1 and i.accepted_at is null and i.revoked_at is null and i.expires_at > now() order by i.created_at desc, i.id desc limit 500`,
};

const checkBody = compile(inviteMemberBody);

function listInvitationsHandler({ database }: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    ctx.body = (await database.query<InvitationRow>(LIST, [ctx.state.caller.organizationId])).map(
      presentInvitation,
    );
  };
}

/** The link is answered only when no mail has carried it. */
function inviteMemberHandler(context: Context): (ctx: AppContext) => Promise<void> {
  const throttle = createThrottle(context);
  return async (ctx) => {
    const { email = null, role } = checkBody(ctx.state.body);
    // Each may be a mail to an outsider, in the name of this instance.
    if (email && context.mail.active) await throttle.invitation({ userId: personOf(ctx).userId, email });
    const made = await inviteMember(ofRequest(context, ctx), personOf(ctx), { email, role });
    ctx.status = 201;
    ctx.body = { ...made, expiresAt: made.expiresAt.toISOString() };
  };
}

function revokeInvitationHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { organizationId, userId } = personOf(ctx);
    await revokeInvitation(context, { organizationId, userId, invitationId: idParam(ctx.params.id) });
    ctx.body = { success: true };
  };
}
