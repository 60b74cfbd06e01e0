/**
 * Google Business Profile: posts of a location in Search and Maps, with the Google My Business API v4
 * (developers.google.com/my-business/content/posts-data).
 */
import type { Network } from '../_kit/contract.ts';
import { rules, validate } from './rules.ts';
import { settingsSchema } from './schema.ts';

export const gmb: Network = {
  identifier: 'gmb',
  name: 'Google My Business',
  settingsSchema,
  rules,
  followUps: 'none',
  validate,
};
