/**
 * Pinterest: pins on the boards of a business account, with the Pinterest API v5
 * (developers.pinterest.com/docs/api/v5).
 */
import type { Network } from '../_kit/contract.ts';
import { rules, validate } from './rules.ts';
import { settingsSchema } from './schema.ts';

export const pinterest: Network = {
  identifier: 'pinterest',
  name: 'Pinterest',
  settingsSchema,
  rules,
  followUps: 'none',
  validate,
};
