/**
 * Instagram: posts, reels, stories and comments of an account that is connected through a Facebook Page
 * (developers.facebook.com/docs/instagram-platform/content-publishing).
 */
import type { Provider } from '../_kit/contract.ts';
import { instagramTraits } from '../_shared/meta/instagram/provider.ts';
import { appEnv } from '../_shared/meta/login.ts';
import { analytics, postAnalytics } from './analytics.ts';
import { connect, oauth } from './auth.ts';
import { prepare } from './prepare.ts';
import { publish, remove } from './publish.ts';
import { rules, validate } from './rules.ts';
import { settingsSchema } from './schema.ts';
import { tools } from './tools.ts';
import { recent, verify } from './verify.ts';

export const instagram: Provider = {
  ...instagramTraits,
  identifier: 'instagram',
  name: 'Instagram (Facebook Business)',
  oauth,
  env: appEnv('instagram'),
  settingsSchema,
  rules,
  connect,
  validate,
  prepare,
  publish,
  verify,
  remove,
  recent,
  analytics,
  postAnalytics,
  tools,
};
