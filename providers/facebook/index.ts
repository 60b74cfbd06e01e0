/**
 * Facebook: posts, stories and comments of a Page (developers.facebook.com/docs/pages-api and
 * /docs/page-stories-api).
 */
import type { Network } from '../_kit/contract.ts';
import { rules, validate } from './rules.ts';
import { settingsSchema } from './schema.ts';

export const facebook: Network = {
  identifier: 'facebook',
  name: 'Facebook Page',
  settingsSchema,
  rules,
  followUps: 'comment',
  validate,
};
