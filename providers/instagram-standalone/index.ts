/**
 * Instagram: posts, reels, stories and comments of an account that is connected directly, without a Facebook
 * Page (developers.facebook.com/docs/instagram-platform/content-publishing).
 */
import type { Provider } from '../_kit/contract.ts';
import { onFirstUse } from '../_kit/on-first-use.ts';
import { instagramTraits } from '../_shared/meta/instagram/provider.ts';
import { connect, oauth, refresh } from './auth.ts';
import { rules, validate } from './rules.ts';
import { settingsSchema } from './schema.ts';

export const instagramStandalone: Provider = {
  ...instagramTraits,
  identifier: 'instagram-standalone',
  name: 'Instagram (Standalone)',
  oauth,
  env: [
    {
      name: 'INSTAGRAM_APP_ID',
      required: false,
      help: 'Instagram app ID of an app at developers.facebook.com/apps with "API setup with Instagram login"; with INSTAGRAM_APP_SECRET it lets people connect professional accounts. Its redirect URL is FRONTEND_URL followed by /integrations/social/instagram-standalone',
    },
    { name: 'INSTAGRAM_APP_SECRET', required: false, help: 'Instagram app secret of that app' },
    {
      name: 'INSTAGRAM_API_URL',
      required: false,
      help: 'Address of a server in place of those of instagram.com and rupload.facebook.com, for tests',
    },
  ],
  settingsSchema,
  rules,
  connect,
  refresh,
  validate,
  ...onFirstUse(() => import('./prepare.ts'), 'prepare'),
  ...onFirstUse(() => import('./publish.ts'), 'publish'),
  ...onFirstUse(() => import('./verify.ts'), 'verify', 'recent'),
  ...onFirstUse(() => import('./analytics.ts'), 'analytics', 'postAnalytics'),
};
