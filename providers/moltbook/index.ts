/** Moltbook: posts of an agent in a community (www.moltbook.com/skill.md). */
import type { Network } from '../_kit/contract.ts';
import { rules } from './rules.ts';
import { settingsSchema } from './schema.ts';

export const moltbook: Network = {
  identifier: 'moltbook',
  name: 'Moltbook',
  settingsSchema,
  rules,
  followUps: 'comment',
};
