/**
 * Instagram: posts, reels, stories and comments of an account that is connected through a Facebook Page
 * (developers.facebook.com/docs/instagram-platform/content-publishing).
 */
import type { Network } from '../_kit/contract.ts';
import { rules, validate } from './rules.ts';
import { settingsSchema } from './schema.ts';

export const instagram: Network = {
  identifier: 'instagram',
  name: 'Instagram (Facebook Business)',
  settingsSchema,
  rules,
  followUps: 'comment',
  validate,
};
