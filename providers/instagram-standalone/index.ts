/**
 * Instagram: posts, reels, stories and comments of an account that is connected directly, without a Facebook
 * Page (developers.facebook.com/docs/instagram-platform/content-publishing).
 */
import type { Network } from '../_kit/contract.ts';
import { rules, validate } from './rules.ts';
import { settingsSchema } from './schema.ts';

export const instagramStandalone: Network = {
  identifier: 'instagram-standalone',
  name: 'Instagram (Standalone)',
  settingsSchema,
  rules,
  followUps: 'comment',
  validate,
};
