import type { Answer } from '../../api/client.ts';

export type EventType = NonNullable<Answer<'listWebhooks'>[number]['events']>[number];

/** What a webhook can be for: every type of event but that of a test, which each gets. */
const TYPES: Readonly<Record<Exclude<EventType, 'webhook.test'>, true>> = {
  'post.scheduled': true,
  'post.changed': true,
  'post.unscheduled': true,
  'post.published': true,
  'post.partly_published': true,
  'post.failed': true,
  'post.unconfirmed': true,
  'post.missed': true,
  'post.cancelled': true,
  'post.removed': true,
  'channel.connected': true,
  'channel.disconnected': true,
  'channel.expiring': true,
  'media.rejected': true,
  'token.revoked': true,
  'numbers.collected': true,
};
export const EVENT_TYPES = Object.keys(TYPES) as (keyof typeof TYPES)[];
