/**
 * Skool: posts in the groups of an account. The site has no published API (www.skool.com); what is known
 * comes from its own web client.
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
