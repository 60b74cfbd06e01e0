/**
 * Medium: stories of an account or in a publication, with an API that Medium no longer supports
 * (github.com/Medium/medium-api-docs).
 */
import type { Network } from '../_kit/contract.ts';
import { rules, validate } from './rules.ts';
import { settingsSchema } from './schema.ts';

export const medium: Network = {
  identifier: 'medium',
  name: 'Medium',
  settingsSchema,
  rules,
  followUps: 'none',
  validate,
};
