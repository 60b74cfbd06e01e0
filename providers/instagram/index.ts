/**
 * Instagram: posts, reels, stories and comments of an account that is connected through a Facebook Page
 * (developers.facebook.com/docs/instagram-platform/content-publishing).
 */
import type { Provider } from '../_kit/contract.ts';
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
  prepare: async (...args) => (await import('./prepare.ts')).prepare(...args),
  publish: async (...args) => (await import('./publish.ts')).publish(...args),
  verify: async (...args) => (await import('./verify.ts')).verify(...args),
  remove: async (...args) => (await import('./publish.ts')).remove(...args),
  recent: async (...args) => (await import('./verify.ts')).recent(...args),
  analytics: async (...args) => (await import('./analytics.ts')).analytics(...args),
  postAnalytics: async (...args) => (await import('./analytics.ts')).postAnalytics(...args),
  tools,
};
