/** DEV, which runs Forem: articles (developers.forem.com/api/v1). */
import type { Network } from '../_kit/contract.ts';
import { rules, validate } from './rules.ts';
import { COVER, settingsSchema } from './schema.ts';

export const devto: Network = {
  identifier: 'devto',
  name: 'Dev.to',
  settingsSchema,
  settingsMedia: [COVER],
  rules,
  followUps: 'none',
  validate,
};
