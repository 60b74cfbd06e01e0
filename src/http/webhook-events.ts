/**
 * The payloads of webhooks. Triggers write them (the migration `add-webhooks`); tests compare what they write
 * with these shapes, which are the `webhooks` part of the OpenAPI document.
 */
import { POST_STATES } from '../../temporal/contract/post-states.ts';
import type { WebhookEventType } from '../platform/entities/events.ts';
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
  releaseURL: textOrNull('Its URL on the network'),
  revision: count('Grows with each change of the post'),
  error: orNull(record({ code: text('A code'), message: textOrNull('What went wrong, as text') })),
});
const ofPost = record({ post, integration });
const ofChannel = record({ integration });

/** What the `data` of each type of event holds. */
const DATA: Readonly<Record<WebhookEventType, Schema>> = {
  'post.scheduled': ofPost,
  'post.changed': ofPost,
  'post.unscheduled': ofPost,
  'post.published': ofPost,
  'post.partly_published': ofPost,
  'post.failed': ofPost,
  'post.unconfirmed': ofPost,
  'post.missed': ofPost,
  'post.cancelled': ofPost,
  'post.removed': ofPost,
  'channel.connected': ofChannel,
  'channel.disconnected': record({
    integration,
    reason: {
      enum: ['expired', 'disabled', 'deleted'],
      description: 'Why; expired = it must be reconnected',
    },
  }),
  'channel.expiring': record({ integration, expiresAt: instant('When it ends') }),
  'media.rejected': record({
    media: record({
      id: id('The file, or the upload that it came by'),
      name: textOrNull('What it is called'),
    }),
    error: record({
      code: {
        enum: ['unsupported_file', 'file_too_large', 'media_missing', 'media_damaged'],
        description: 'Why',
      },
      message: text('What is wrong with it, as text'),
    }),
  }),
  'token.revoked': record({ token: record({ id: id('The token'), appId: id('Its app') }) }),
  'numbers.collected': ofChannel,
  'webhook.test': record({ message: text('A greeting') }),
};

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
    data: DATA[type],
  });
