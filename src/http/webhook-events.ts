/**
 * The catalogue of events that webhooks are told of. The triggers of the migration `add-webhooks` write them;
 * a test compares what they write with these shapes, which are the `webhooks` part of the OpenAPI document.
 */
import { POST_STATES } from '../../temporal/contract.ts';
import type { Schema } from './operation.ts';
import { count, id, instant, instantOrNull, orNull, record, text, textOrNull } from './shapes.ts';

/** Grows when the shape of a payload changes in a way that a receiver must know. */
export const EVENT_VERSION = 1;

const integration = record({
  id: id('The channel, `integration` in requests'),
  providerIdentifier: text('The network'),
  name: text('The name of the channel'),
});
const post = record({
  id: id('The post'),
  group: text('The group of the post, as the request gave or got it'),
  status: { enum: POST_STATES, description: 'Its state after the event' },
  publishDate: instant('When it is to be published'),
  publishedAt: instantOrNull('When it was published'),
  latenessMs: orNull({ type: 'integer' }, 'How late it was published, in milliseconds'),
  releaseId: textOrNull('Its id on the network'),
  releaseURL: textOrNull('Its address on the network'),
  revision: count('Grows with each change of the post'),
  error: orNull(record({ code: text('A code'), message: textOrNull('What went wrong, in words') })),
});
const ofPost = record({ post, integration });
const ofChannel = record({ integration });

interface EventKind {
  readonly when: string;
  readonly data: Schema;
}

/** Every type of event: when it is sent, and what its `data` holds. */
export const WEBHOOK_EVENTS = {
  'post.scheduled': {
    when: 'A post was created with a date, a draft was scheduled, or an ended post was given another chance.',
    data: ofPost,
  },
  'post.changed': { when: 'The date or the content of a scheduled post was changed.', data: ofPost },
  'post.published': { when: 'Every part of the post is on the network.', data: ofPost },
  'post.partly_published': {
    when: 'The first parts of a thread are on the network; the next one was refused.',
    data: ofPost,
  },
  'post.failed': { when: 'The network refused the post, or it could not be sent in time.', data: ofPost },
  'post.unconfirmed': {
    when: 'The answer of the network was lost and the post cannot be looked up: a person has to decide.',
    data: ofPost,
  },
  'post.missed': {
    when: 'The post was overdue by more than the organisation allows, and was not sent.',
    data: ofPost,
  },
  'post.cancelled': { when: 'A scheduled post was cancelled.', data: ofPost },
  'post.removed': { when: 'A post that had ended was deleted.', data: ofPost },
  'channel.connected': {
    when: 'A channel was connected, reconnected or switched on again.',
    data: ofChannel,
  },
  'channel.disconnected': {
    when: 'A channel must be reconnected, was switched off or was deleted: nothing is published on it.',
    data: record({
      integration,
      reason: {
        enum: ['expired', 'disabled', 'deleted'],
        description: 'Why; expired = it must be reconnected',
      },
    }),
  },
  'channel.expiring': {
    when: 'The access of a channel that Crier cannot renew ends within seven days: somebody must reconnect it.',
    data: record({ integration, expiresAt: instant('When it ends') }),
  },
  'token.revoked': {
    when: 'An access token of an OAuth app was revoked.',
    data: record({ token: record({ id: id('The token'), appId: id('Its app') }) }),
  },
  'numbers.collected': { when: 'The numbers of a channel and its posts were read.', data: ofChannel },
  'webhook.test': {
    when: 'Somebody pressed Send a test event, or called the operation of that name.',
    data: record({ message: text('A greeting') }),
  },
} as const satisfies Record<string, EventKind>;

export type WebhookEventType = keyof typeof WEBHOOK_EVENTS;
export const WEBHOOK_EVENT_TYPES = Object.keys(WEBHOOK_EVENTS) as WebhookEventType[];

/** The body of a delivery of this type in the format `crier`. */
export const payloadSchema = (type: WebhookEventType): Schema =>
  record({
    id: id('The event; the same in every delivery of it, and in the header webhook-id'),
    type: { const: type },
    version: { const: EVENT_VERSION },
    timestamp: instant('When it happened'),
    organizationId: id('The organisation'),
    sequence: orNull(
      { type: 'integer', minimum: 1 },
      'Counts the events of one post, without a gap while the webhook exists; null where there is no post',
    ),
    data: WEBHOOK_EVENTS[type].data,
  });
