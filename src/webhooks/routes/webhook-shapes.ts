/** Shapes of webhooks and deliveries, for the operations and the document. */
import {
  count,
  flag,
  id,
  instant,
  instantOrNull,
  listOf,
  orNull,
  record,
  sentenceWith,
  text,
  textOrNull,
} from '../../http/shapes.ts';
import { WEBHOOK_EVENT_TYPES } from '../../platform/entities/events.ts';

const eventsDescription = 'Only these events; null = every event, also of types that a later release adds';
const channelsDescription = 'Only events of these channels; null = every event, also those of no channel';
const formatDescription =
  'crier, or postiz: what v1 sends, a list of one post, which then comes with post.published alone unless `events` says else';

export const webhookShape = {
  id: id('The webhook'),
  name: text('What it is for'),
  url: text('Where events are sent'),
  events: orNull(listOf({ enum: WEBHOOK_EVENT_TYPES }), eventsDescription),
  channels: orNull(listOf(id('A channel')), channelsDescription),
  format: { enum: ['crier', 'postiz'], description: formatDescription },
  createdAt: instant('When it was made'),
  disabledAt: instantOrNull('Since when it is switched off'),
  disabledReason: textOrNull('Why it is switched off'),
  failingSince: instantOrNull('Since when every try has failed'),
  oldSecretUntil: instantOrNull('Until when the secret of before signs as well'),
  pending: count('Deliveries that wait: for their first try, or for the next one'),
  oldestPendingAt: instantOrNull('When the oldest event that waits happened'),
  backlogFullSince: instantOrNull('Since when new events are not sent, as 100,000 deliveries wait'),
};

/** Which events are wanted. */
export const filterFields = {
  events: {
    type: ['array', 'null'],
    items: { type: 'string', enum: WEBHOOK_EVENT_TYPES },
    minItems: 1,
    uniqueItems: true,
    description: eventsDescription,
  },
  channels: {
    type: ['array', 'null'],
    items: { type: 'string', format: 'uuid' },
    minItems: 1,
    maxItems: 1000,
    uniqueItems: true,
    description: channelsDescription,
  },
} as const;
const fields = {
  name: { type: 'string', minLength: 1, maxLength: 100, description: 'What it is for; default: the host' },
  url: { type: 'string', minLength: 1, maxLength: 2000, description: 'Where events are sent; https' },
  ...filterFields,
  format: { type: 'string', enum: ['crier', 'postiz'], description: formatDescription },
} as const;

export const createWebhookBody = {
  type: 'object',
  properties: fields,
  required: ['url'],
  additionalProperties: false,
} as const;

export const updateWebhookBody = {
  type: 'object',
  properties: {
    ...fields,
    disabled: { type: 'boolean', description: 'true switches it off, false on again' },
  },
  minProperties: 1,
  additionalProperties: false,
} as const;

export const deliveryShape = record({
  id: id('The delivery'),
  eventId: id('The event, `webhook-id` in the request'),
  type: text('The type of the event'),
  postId: orNull(id('The post'), 'The post, if it is about one'),
  sequence: orNull({ type: 'integer' }, 'Counts the events of the post'),
  state: { enum: ['pending', 'delivered', 'failed'] },
  attempts: count('Requests so far'),
  status: orNull({ type: 'integer' }, 'Status of the last answer'),
  answer: textOrNull('The first 1,000 characters of the last answer'),
  problem: textOrNull('Why the last try failed'),
  reason: orNull(
    sentenceWith('Why the last try failed'),
    'The same with what it is made from; null for what an earlier version noted',
  ),
  durationMs: orNull({ type: 'integer' }, 'How long the last request took'),
  createdAt: instant('When the event happened'),
  nextTryAt: instantOrNull('When it is tried again'),
  settledAt: instantOrNull('When it was delivered, or given up'),
  request: { description: 'The body that is sent' },
});

export const madeWebhook = record({
  ...webhookShape,
  secret: text('What requests are signed with; shown only once'),
});
export const sent = record({ deliveryId: id('The delivery') });
export const resent = record({
  deliveries: count('How many are sent again'),
  next: instantOrNull('`since` of the next call, where there was not room for all'),
});
export const rotated = record({ secret: text('The new secret; shown only once') });
export const deliveryPage = record({
  deliveries: listOf(deliveryShape),
  nextCursor: textOrNull('For the next page; null on the last one'),
});
export const deleted = record({ success: flag('true') });
