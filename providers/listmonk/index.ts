/** listmonk: email campaigns, with the API of your own server (listmonk.app/docs/apis/campaigns). */
import type { Network } from '../_kit/contract.ts';
import { rules, validate } from './rules.ts';
import { settingsSchema } from './schema.ts';

export const listmonk: Network = {
  identifier: 'listmonk',
  name: 'ListMonk',
  settingsSchema,
  rules,
  followUps: 'none',
  validate,
};
