/**
 * LinkedIn: posts on the page of an organisation, and comments on them
 * (learn.microsoft.com/linkedin/marketing/community-management/shares/posts-api).
 */
import type { Network } from '../_kit/contract.ts';
import { rules, validate } from './rules.ts';
import { settingsSchema } from './schema.ts';

export const linkedinPage: Network = {
  identifier: 'linkedin-page',
  name: 'LinkedIn Page',
  settingsSchema,
  rules,
  followUps: 'comment',
  validate,
};
