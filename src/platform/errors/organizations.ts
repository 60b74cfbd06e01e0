/** Errors of organisations: members, roles, invitations, API keys. */
import type { ErrorKind } from './error-kind.ts';

export const organizationErrors = {
  no_organization: {
    status: 403,
    message: 'You do not belong to an organisation',
    when: 'The person has left every organisation or was removed from it. Accept an invitation, or create an organisation.',
  },
  insufficient_role: {
    status: 403,
    message: 'Your role does not allow this',
    when: 'The operation is for owners, or for owners and admins; the message says which.',
  },
  foreign_resource: {
    status: 403,
    message: 'This belongs to another organisation',
    when: 'The id exists, but not in the organisation that the key, token or session is for.',
  },
  organization_not_found: {
    status: 404,
    message: 'Organisation not found',
    when: 'No organisation has this id, or it was deleted. GET /api/organizations lists yours.',
  },
  member_not_found: {
    status: 404,
    message: 'Member not found',
    when: 'Nobody has this id. GET /api/organization/members lists the members.',
  },
  already_member: {
    status: 409,
    message: 'Already a member',
    when: 'The person who was invited, or who accepted an invitation, already belongs to the organisation. Nothing has changed; an admin can change the role in the list of members.',
  },
  last_owner: {
    status: 409,
    message: 'An organisation needs at least one owner. Make someone else an owner first',
    when: 'The only owner cannot leave, be removed or get another role. Deleting the organisation is still possible.',
  },
  no_way_back: {
    status: 409,
    message: 'The organisation cannot go back to its previous instance',
    when: 'Crier has sent, made or changed posts since it took over from the previous instance, which would know nothing of them. The message says how many.',
  },
  invitation_not_found: {
    status: 404,
    message: 'The invitation is not valid',
    when: 'It is unknown, was accepted or withdrawn, or is more than 7 days old; the message says which. Ask for a new one.',
  },
  invitation_for_other: {
    status: 403,
    message: 'The invitation is for another email address',
    when: 'Sign in with the email address that the invitation was sent to, or ask for an invitation that is not tied to one.',
  },
  api_key_not_found: {
    status: 404,
    message: 'API key not found',
    when: 'No API key has this id, or it was revoked. GET /api/api-keys lists the active ones.',
  },
  webhook_not_found: {
    status: 404,
    message: 'Webhook not found',
    when: 'No webhook has this id, or it was deleted. GET /public/v1/webhooks lists those of the organisation.',
  },
  listener_not_found: {
    status: 404,
    message: 'Listener not found',
    when: 'No listener has this id, or nobody has asked it for events for ten minutes. POST /public/v1/webhook-listeners makes another one.',
  },
  delivery_not_found: {
    status: 404,
    message: 'Delivery not found',
    when: 'The webhook has no delivery with this id; deliveries are kept for 30 days. GET /public/v1/webhooks/{id}/deliveries lists them.',
  },
  webhook_disabled: {
    status: 409,
    message: 'The webhook is switched off',
    when: 'Nothing is sent to a webhook that is switched off. Switch it on with PATCH /public/v1/webhooks/{id} and {"disabled": false} first.',
  },
  webhook_backlog_full: {
    status: 409,
    message: 'Too many deliveries are waiting for this webhook',
    when: 'A hundred thousand deliveries wait for the receiver, so nothing more is sent to it. GET /public/v1/webhooks/{id} says how many wait, in `pending`; try again once it has taken some.',
  },
} as const satisfies Record<string, ErrorKind>;
