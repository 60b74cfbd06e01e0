import { presentMe } from '../present-me.ts';
import { switchOrganization } from '../../http/sessions.ts';
import type { AppContext } from '../../http/types.ts';
import { acceptInvitation, previewInvitation } from '../../organizations/accept-invitation.ts';
import type { Context } from '../../platform/context.ts';
import { personOf } from '../../http/person.ts';
import { compile } from '../../platform/validation.ts';
import { meSchema } from './me-shape.ts';
import type { Operation } from '../../http/operation.ts';
import { record, text, textOrNull } from '../../http/shapes.ts';

export const invitationTokenBody = {
  type: 'object',
  properties: {
    token: { type: 'string', minLength: 1, maxLength: 200, description: 'What follows # in the link' },
  },
  required: ['token'],
  additionalProperties: false,
} as const;

export const previewInvitationOperation = {
  id: 'previewInvitation',
  method: 'post',
  path: '/auth/invitation',
  tag: 'Account',
  access: 'open',
  summary: 'Get an invitation before signing in',
  body: invitationTokenBody,
  answer: {
    status: 200,
    description: 'The invitation can be accepted',
    schema: record({
      organization: text('Name of the organisation'),
      role: { enum: ['admin', 'member'], description: 'Your future role' },
      email: textOrNull('The only email address that may accept it'),
      invitedBy: textOrNull('Name of the person who created it'),
    }),
  },
  errors: ['invitation_not_found'],
  handler: previewInvitationHandler,
} as const satisfies Operation;

export const acceptInvitationOperation = {
  id: 'acceptInvitation',
  method: 'post',
  path: '/auth/invitation/accept',
  tag: 'Account',
  access: 'caller',
  role: 'none',
  summary: 'Accept an invitation and switch to its organisation',
  body: invitationTokenBody,
  answer: { status: 200, description: 'The organisation that is now current', schema: meSchema },
  errors: ['invitation_not_found', 'invitation_for_other', 'already_member', 'quota_exceeded'],
  handler: acceptInvitationHandler,
} as const satisfies Operation;

const checkBody = compile(invitationTokenBody);

/** By its token, so nobody need be signed in. */
function previewInvitationHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { organization, role, email, invitedBy } = await previewInvitation(
      context,
      checkBody(ctx.state.body).token,
    );
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { organization, role, email, invitedBy };
  };
}

/** And works there from then on. */
function acceptInvitationHandler(context: Context): (ctx: AppContext) => Promise<void> {
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
