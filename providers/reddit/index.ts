/** Reddit: submissions to subreddits, and comments on them (reddit.com/dev/api). */
import type { Network } from '../_kit/contract.ts';
import { rules, validate } from './rules.ts';
import { settingsSchema } from './schema.ts';

export const reddit: Network = {
  identifier: 'reddit',
  name: 'Reddit',
  settingsSchema,
  rules,
  followUps: 'comment',
  validate,
};
