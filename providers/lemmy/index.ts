/** Lemmy: posts in communities, with the API of the account's instance (join-lemmy.org/docs). */
import type { Network } from '../_kit/contract.ts';
import { rules, validate } from './rules.ts';
import { settingsSchema } from './schema.ts';

export const lemmy: Network = {
  identifier: 'lemmy',
  name: 'Lemmy',
  settingsSchema,
  rules,
  followUps: 'comment',
  validate,
};
