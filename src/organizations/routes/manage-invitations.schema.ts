import type { Operation } from '../../http/operation.ts';
import { id, instant, listOf, record, success, textOrNull } from '../../http/shapes.ts';

const role = { enum: ['admin', 'member'], description: 'What they will be' };

export const listInvitationsOperation = {
  id: 'listInvitations',
  method: 'get',
  path: '/organization/invitations',
  tag: 'Members',
  access: 'caller',
  role: 'admin',
  summary: 'List the invitations that are open',
  answer: {
    status: 200,
    description: 'The newest first; the links are not among it: only their hashes are stored',
    schema: listOf(
      record({
        id: id('The invitation'),
        email: textOrNull('The only address that may accept it'),
        role,
        createdAt: instant('When it was made'),
        expiresAt: instant('Until when it may be accepted'),
        invitedBy: textOrNull('Name of who made it'),
      }),
    ),
  },
  errors: [],
} as const satisfies Operation;

export const inviteMemberBody = {
  type: 'object',
  properties: {
    email: {
      type: 'string',
      format: 'email',
      minLength: 3,
      maxLength: 254,
      description: 'Only this address may accept; without one, whoever has the link',
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
  summary: 'Invite somebody',
  description:
    'For 7 days and one person. Owners are made of members. Inviting the same address again takes the invitation before back. Without a mail provider, or without an address, the answer has the link to hand on; it is shown this once.',
  body: inviteMemberBody,
  answer: {
    status: 201,
    description: 'The invitation',
    schema: record({
      id: id('The invitation'),
      email: textOrNull('The only address that may accept it'),
      role,
      expiresAt: instant('Until when it may be accepted'),
      link: textOrNull('To hand on, when no mail carries it'),
      mailed: { type: 'boolean' },
    }),
  },
  errors: ['already_member', 'organization_not_found', 'too_many_attempts'],
  example: { email: 'ben@example.org', role: 'member' },
} as const satisfies Operation;

export const revokeInvitationOperation = {
  id: 'revokeInvitation',
  method: 'delete',
  path: '/organization/invitations/{id}',
  tag: 'Members',
  access: 'caller',
  role: 'admin',
  summary: 'Take an invitation back',
  answer: { status: 200, description: 'Its link means nothing from here on', schema: success },
  errors: ['invitation_not_found', 'foreign_resource', 'organization_not_found'],
} as const satisfies Operation;
