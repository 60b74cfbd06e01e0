/**
 * Skool: posts in the groups of an account. There is no public API; this follows its web client
 * (www.skool.com).
 */
import type { Network } from '../_kit/contract.ts';
import { rules, validate } from './rules.ts';
import { settingsSchema } from './schema.ts';

export const skool: Network = {
  identifier: 'skool',
  name: 'Skool',
  settingsSchema,
  rules,
  followUps: 'comment',
  validate,
};
