import { meSchema } from './me.schema.ts';
import type { Operation } from '../../http/operation.ts';
import { record, text, textOrNull } from '../../http/shapes.ts';

export const invitationTokenBody = {
  type: 'object',
  properties: {
    token: { type: 'string', minLength: 1, maxLength: 200, description: 'What stands behind # in the link' },
  },
  required: ['token'],
  additionalProperties: false,
} as const;

export const lookAtInvitationOperation = {
  id: 'lookAtInvitation',
  method: 'post',
  path: '/auth/invitation',
  tag: 'Account',
  access: 'open',
  summary: 'Look at an invitation before signing in',
  body: invitationTokenBody,
  answer: {
    status: 200,
    description: 'It may be accepted',
    schema: record({
      organization: text('Name of the organisation'),
      role: { enum: ['admin', 'member'], description: 'What you will be' },
      email: textOrNull('The only address that may accept it'),
      invitedBy: textOrNull('Name of who made it'),
    }),
  },
  errors: ['invitation_not_found'],
} as const satisfies Operation;

export const acceptInvitationOperation = {
  id: 'acceptInvitation',
  method: 'post',
  path: '/auth/invitation/accept',
  tag: 'Account',
  access: 'caller',
  role: 'none',
  summary: 'Accept an invitation, and work in its organisation',
  body: invitationTokenBody,
  answer: { status: 200, description: 'Where you work from here on', schema: meSchema },
  errors: ['invitation_not_found', 'invitation_for_other', 'already_member', 'quota_exceeded'],
} as const satisfies Operation;
