/** MeWe: posts on the timeline of an account or in a group, with the network's API (mewe.com, /api/dev). */
import type { Network } from '../_kit/contract.ts';
import { rules, validate } from './rules.ts';
import { settingsSchema } from './schema.ts';

export const mewe: Network = {
  identifier: 'mewe',
  name: 'MeWe',
  settingsSchema,
  rules,
  followUps: 'none',
  validate,
};
