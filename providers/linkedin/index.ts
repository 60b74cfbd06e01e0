/**
 * LinkedIn: posts on a member's profile, and comments on them
 * (learn.microsoft.com/linkedin/marketing/community-management/shares/posts-api).
 */
import type { Network } from '../_kit/contract.ts';
import { rules, validate } from './rules.ts';
import { settingsSchema } from './schema.ts';

export const linkedin: Network = {
  identifier: 'linkedin',
  name: 'LinkedIn',
  settingsSchema,
  rules,
  followUps: 'comment',
  validate,
};
