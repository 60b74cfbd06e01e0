import type { Schema } from '../../http/operation.ts';
import {
  count,
  flag,
  id,
  instant,
  instantOrNull,
  listOf,
  orNull,
  record,
  text,
  textOrNull,
} from '../../http/shapes.ts';

const minutes = { type: 'integer', minimum: 0, maximum: 1439 } as const;

export const postingTimes = {
  type: 'array',
  items: {
    ...minutes,
    type: ['integer', 'object'],
    properties: {
      time: minutes,
      days: {
        type: 'array',
        items: { type: 'integer', minimum: 1, maximum: 7 },
        minItems: 1,
        maxItems: 7,
        uniqueItems: true,
        description: 'Weekdays of ISO 8601: 1 = Monday to 7 = Sunday',
      },
    },
    required: ['time', 'days'],
    additionalProperties: false,
  },
  uniqueItems: true,
  maxItems: 48,
  description:
    "Minutes after midnight in the organisation's time zone: the number alone for a time on every day, or with its weekdays",
} as const;

export const channelShape: Schema = record({
  id: id('The channel'),
  name: text('Its name on the network'),
  identifier: text('The network'),
  network: text('Its name'),
  connectFields: {
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'What the form begins with when it is reconnected, by the names of the fields; no secrets',
  },
  picture: textOrNull("URL of the channel's picture"),
  profile: textOrNull('Handle on the network'),
  disabled: flag('Whether it is switched off'),
  refreshNeeded: flag('Whether a person must reconnect it'),
  group: orNull(record({ id: id('Its channel group'), name: text('Its name') })),
  connectedAt: instant('When it was first connected'),
  expiresAt: instantOrNull(
    'When it must be reconnected at the latest; null = never, or Crier renews its credentials',
  ),
  postingTimes,
  shortLinks: flag('Whether links of its posts may become short'),
  lastPublished: orNull(
    record({
      postId: id('The post'),
      at: instantOrNull('When it was published'),
      latenessMs: { type: ['integer', 'null'], description: 'How long after its date' },
      url: textOrNull('Its URL on the network'),
    }),
  ),
  waiting: count('Scheduled posts'),
  held: count('Due posts that wait for the channel, or for publishing to be resumed'),
  limit: orNull(
    record({ until: instantOrNull('Until when'), reason: textOrNull("The network's words") }),
    'When the network asked the channel to wait',
  ),
  away: orNull(
    record({
      host: text('The server; empty where the network has one for all'),
      since: instantOrNull('Since when it does not answer'),
      nextTry: instantOrNull('When it is tried again'),
    }),
    'While the server of the channel does not answer',
  ),
});

export const groupShape: Schema = record({
  id: id('The channel group'),
  name: text('Its name'),
  channels: count('Channels in it'),
});

export const groupList: Schema = listOf(groupShape);

export const groupBody = {
  type: 'object',
  properties: { name: { type: 'string', minLength: 1, maxLength: 200 } },
  required: ['name'],
  additionalProperties: false,
} as const;
