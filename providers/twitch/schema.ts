/** Settings of a post, and Twitch's limits. */
import type { JsonSchema } from '../_kit/contract.ts';

/** What a post can become. */
export const MESSAGE_TYPES = ['message', 'announcement'] as const;

/**
 * Colours of an announcement (reference, "Send Chat Announcement"); `primary` is the channel's accent colour.
 */
export const COLORS = ['primary', 'blue', 'green', 'orange', 'purple'] as const;

/**
 * Characters of a message and of an announcement; a longer announcement would be cut off, a longer message
 * refused.
 */
export const MAX_CHARACTERS = 500;

export const settingsSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    __type: { const: 'twitch' },
    messageType: {
      enum: [...MESSAGE_TYPES, '', null],
      default: 'message',
      description:
        'What to send to the chat of the channel: message (an ordinary one; also when empty or null) or announcement (highlighted)',
    },
    announcementColor: {
      enum: [...COLORS, '', null],
      description:
        'Colour of an announcement: primary (the accent colour of the channel; also when empty or null), blue, green, orange or purple. A message has none: there it is ignored',
    },
  },
};
