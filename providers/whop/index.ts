/** Whop: posts in the forums of a company (docs.whop.com/developer/guides/forums). */
import type { Network } from '../_kit/contract.ts';
import { rules } from './rules.ts';
import { settingsSchema } from './schema.ts';

export const whop: Network = {
  identifier: 'whop',
  name: 'Whop',
  settingsSchema,
  rules,
  followUps: 'comment',
};
