/** Settings of a chat message. */
import type { JsonSchema } from '../_kit/contract.ts';

export const MESSAGE_TYPES = ['message', 'announcement'] as const;

/** Colours of an announcement (reference, "Send Chat Announcement"). */
export const COLORS = ['primary', 'blue', 'green', 'orange', 'purple'] as const;

export const settingsSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    __type: { const: 'twitch' },
    messageType: {
      enum: [...MESSAGE_TYPES, '', null],
      default: 'message',
      description: 'What to send to the chat: a message (default) or a highlighted announcement',
    },
    announcementColor: {
      enum: [...COLORS, '', null],
      description:
        'Colour of an announcement: the accent colour of the channel (default), blue, green, ' +
        'orange or purple. Ignored for a message',
    },
  },
};
