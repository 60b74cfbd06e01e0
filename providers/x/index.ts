/**
 * X: posts, threads and articles of an account (docs.x.com/x-api: POST /2/tweets, POST /2/articles/draft,
 * media upload).
 */
import type { Network } from '../_kit/contract.ts';
import { coverRules, rules, validate } from './rules.ts';
import { COVER, settingsSchema } from './schema.ts';

export const x: Network = {
  identifier: 'x',
  name: 'X',
  settingsSchema,
  settingsMedia: [COVER],
  settingsMediaRules: { [COVER]: coverRules },
  rules,
  followUps: 'reply',
  validate,
};
