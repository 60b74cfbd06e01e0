import type { Answer } from '../../api/client.ts';

export type EventType = NonNullable<Answer<'listWebhooks'>[number]['events']>[number];

/** What a webhook can be for: every type of event but that of a test, which each gets. */
export const EVENT_TYPES = [
  'post.scheduled',
  'post.changed',
  'post.published',
  'post.partly_published',
  'post.failed',
  'post.unconfirmed',
  'post.missed',
  'post.cancelled',
  'post.removed',
  'channel.connected',
  'channel.disconnected',
  'channel.expiring',
  'token.revoked',
  'numbers.collected',
] as const satisfies readonly EventType[];
