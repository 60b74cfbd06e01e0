/** Tumblr: posts of a blog, in the Neue Post Format (github.com/tumblr/docs, api.md and npf-spec.md). */
import type { Network } from '../_kit/contract.ts';
import { rules, validate } from './rules.ts';
import { settingsSchema } from './schema.ts';

export const tumblr: Network = {
  identifier: 'tumblr',
  name: 'Tumblr',
  settingsSchema,
  rules,
  followUps: 'none',
  validate,
};
