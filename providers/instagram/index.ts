/**
 * Instagram: posts, reels, stories and comments of an account that is connected through a Facebook Page
 * (developers.facebook.com/docs/instagram-platform/content-publishing).
 */
import type { Provider } from '../_kit/contract.ts';
import { onFirstUse } from '../_kit/on-first-use.ts';
import { instagramTraits } from '../_shared/meta/instagram/provider.ts';
import { appEnv } from '../_shared/meta/login.ts';
import { connect, oauth } from './auth.ts';
import { rules, validate } from './rules.ts';
import { settingsSchema } from './schema.ts';
import { tools } from './tools.ts';

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
  ...onFirstUse(() => import('./prepare.ts'), 'prepare'),
  ...onFirstUse(() => import('./publish.ts'), 'publish', 'remove'),
  ...onFirstUse(() => import('./verify.ts'), 'verify', 'recent'),
  ...onFirstUse(() => import('./analytics.ts'), 'analytics', 'postAnalytics'),
  tools,
};
