/** Dribbble: shots (developer.dribbble.com/v2/shots). */
import type { Network } from '../_kit/contract.ts';
import { rules, validate } from './rules.ts';
import { settingsSchema } from './schema.ts';

export const dribbble: Network = {
  identifier: 'dribbble',
  name: 'Dribbble',
  settingsSchema,
  rules,
  // Version 2 of the API has no comments.
  followUps: 'none',
  validate,
};
