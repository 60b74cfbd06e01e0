/** Kick: messages in the chat of your own channel (docs.kick.com, "Chat"; api.kick.com/swagger/doc.yaml). */
import type { Network } from '../_kit/contract.ts';
import { rules } from './rules.ts';
import { settingsSchema } from './schema.ts';

export const kick: Network = {
  identifier: 'kick',
  name: 'Kick',
  settingsSchema,
  rules,
  // `reply_to_message_id`.
  followUps: 'reply',
};
