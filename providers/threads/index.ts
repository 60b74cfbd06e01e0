/** Threads: posts and replies of one account (developers.facebook.com/documentation/threads). */
import type { Network } from '../_kit/contract.ts';
import { rules, validate } from './rules.ts';
import { settingsSchema } from './schema.ts';

export const threads: Network = {
  identifier: 'threads',
  name: 'Threads',
  settingsSchema,
  rules,
  followUps: 'reply',
  validate,
};
