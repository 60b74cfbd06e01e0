/**
 * Twitch: messages and announcements in the chat of your own channel (dev.twitch.tv/docs/api/reference, "Send
 * Chat Message" and "Send Chat Announcement").
 */
import type { Network } from '../_kit/contract.ts';
import { rules } from './rules.ts';
import { settingsSchema } from './schema.ts';

export const twitch: Network = {
  identifier: 'twitch',
  name: 'Twitch',
  settingsSchema,
  rules,
  // `reply_parent_message_id`; announcements cannot be replied to, and follow one another.
  followUps: 'reply',
};
