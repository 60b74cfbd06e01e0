/**
 * MeWe: posts on the timeline of an account or in a group, by the network's developer programme (mewe.com,
 * /api/dev).
 */
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
