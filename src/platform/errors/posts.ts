/** Errors of posts. */
import type { ErrorKind } from './error-kind.ts';

export const postErrors = {
  invalid_date: {
    status: 400,
    message: 'The date is not valid',
    when: 'A date must be an existing date in ISO 8601 and, with type "schedule", at most 10 minutes in the past. To publish at once, use type "now".',
  },
  post_not_found: { status: 404, message: 'Post not found', when: 'No post has this id, or it was deleted.' },
  short_link_not_found: {
    status: 404,
    message: 'Crier has made no short link with this URL',
    when: 'Only links that Crier made itself are switched off here. One of Dub, Short.io, Kutt or LinkDrip is switched off there.',
  },
  provider_mismatch: {
    status: 400,
    message: 'The settings do not belong to the channel',
    when: 'It is missing or names another network; the message gives the right value.',
  },
  invalid_content: {
    status: 400,
    message: 'The network would refuse this content',
    when: 'The text is empty or too long, or there are too many media or the wrong ones; `issues` lists each problem.',
  },
  post_published: {
    status: 400,
    message: 'The post is already published',
    when: 'A create request names a published post. Add republish: true to publish it again as a new post.',
  },
  release_id_known: {
    status: 409,
    message: 'The release id of this post cannot be set',
    when: 'Only a published post whose releaseId is "missing" accepts one.',
  },
  revision_mismatch: {
    status: 412,
    message: 'The post has changed since it was read',
    when: 'If-Match must name the current revision. Read the post again and send its ETag.',
  },
  cutover_pending: {
    status: 409,
    message: 'The previous instance still publishes for this organisation, so change it there',
    when: 'It was copied from another instance, which publishes for it until the operator cuts it over. Reading works.',
  },
  post_locked: {
    status: 409,
    message: 'The post can no longer be changed',
    when: 'It is being published, may be on the network already, or has reached a final state; the message says which.',
  },
  removal_unsupported: {
    status: 409,
    message: 'The post cannot be taken down on the network from here',
    when: 'The network does not let apps remove posts, or the id of the post there is not known. Remove it on the network; without atNetwork, it is deleted here only.',
  },
  duplicate_request: {
    status: 409,
    message: 'An identical request has just been accepted',
    when: 'The same create request came twice within 10 seconds without an Idempotency-Key, as after a double click. The message names the posts of the first one. To publish the same content twice, send a different key with each request.',
  },
  instance_frozen: {
    status: 409,
    message: 'Publishing is frozen for the whole instance',
    when: 'One organisation cannot be resumed while everything stands still. Resume the instance first.',
  },
  publishing_frozen: {
    status: 409,
    message: 'Publishing is frozen',
    when: 'The request was to publish at this moment, past the schedule, while nothing may be sent. Resume publishing first.',
  },
  not_frozen: {
    status: 409,
    message: 'Nothing is frozen',
    when: 'Publishing was not frozen, or has already been resumed. Nothing has changed.',
  },
  publisher_in_doubt: {
    status: 409,
    message:
      'A backup was restored, and it is not known whether the previous instance publishes for this organisation. The operator checks there: the page Instance and "crier resume" show how',
    when: 'The organisation came from another instance. Until the operator has looked there, nothing is published for it and nothing of it is changed here; reading works.',
  },
  organization_moved: {
    status: 409,
    message:
      'This organisation was moved to another instance, which publishes for it. Make this change there',
    when: 'Posts and channels are changed where they are published. Reading works. The operator moved it there. Only the operator can take it back: export --undo-move on the command line.',
  },
} as const satisfies Record<string, ErrorKind>;
