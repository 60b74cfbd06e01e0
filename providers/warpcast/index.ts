/** Farcaster: casts of an account, with the API of Neynar (docs.neynar.com; docs.farcaster.xyz). */
import type { Network } from '../_kit/contract.ts';
import { rules, validate } from './rules.ts';
import { settingsSchema } from './schema.ts';

export const warpcast: Network = {
  identifier: 'warpcast',
  name: 'Farcaster',
  aliases: ['wrapcast'],
  settingsSchema,
  rules,
  followUps: 'reply',
  validate,
};
