/**
 * YouTube: videos on a channel, with the YouTube Data API v3
 * (developers.google.com/youtube/v3/docs/videos/insert).
 */
import type { Network } from '../_kit/contract.ts';
import { rules, settingsMediaRules, validate } from './rules.ts';
import { settingsSchema, THUMBNAIL } from './schema.ts';

export const youtube: Network = {
  identifier: 'youtube',
  name: 'YouTube',
  settingsSchema,
  settingsMedia: [THUMBNAIL],
  settingsMediaRules,
  rules,
  followUps: 'none',
  validate,
};
