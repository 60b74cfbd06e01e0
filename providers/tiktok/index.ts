/**
 * TikTok: a video or photos on an account, with the Content Posting API
 * (developers.tiktok.com/doc/content-posting-api-get-started).
 */
import type { Network } from '../_kit/contract.ts';
import { rules, validate } from './rules.ts';
import { settingsSchema } from './schema.ts';

export const tiktok: Network = {
  identifier: 'tiktok',
  name: 'TikTok',
  settingsSchema,
  rules,
  followUps: 'none',
  validate,
};
