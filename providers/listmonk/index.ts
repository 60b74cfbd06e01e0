/**
 * listmonk: mail campaigns, by the API of the account's own server (listmonk.app/docs/apis/campaigns; limits:
 * listmonk cmd/campaigns.go).
 */
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
