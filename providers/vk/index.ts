/**
 * VK: posts on your own wall (dev.vk.com/en/method/wall.post and wall.createComment;
 * dev.vk.com/en/api/upload).
 */
import type { Network } from '../_kit/contract.ts';
import { rules, validate } from './rules.ts';
import { settingsSchema } from './schema.ts';

export const vk: Network = {
  identifier: 'vk',
  name: 'VK',
  settingsSchema,
  rules,
  followUps: 'comment',
  validate,
};
