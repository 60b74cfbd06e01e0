/**
 * TikTok: a video or photos on an account, with the Content Posting API
 * (developers.tiktok.com/doc/content-posting-api-get-started).
 */
import type { Provider } from '../_kit/contract.ts';
import { onFirstUse } from '../_kit/on-first-use.ts';
import { appSetup } from './app-setup.ts';
import { keyOf } from './api.ts';
import { AUDITED, postForm } from './form.ts';
import { connect, oauth, refresh } from './auth.ts';
import { PREPARED_MS, PUBLISH_TIMEOUT_MS, rules, validate } from './rules.ts';
import { settingsSchema } from './schema.ts';
import { tools } from './tools.ts';

export const tiktok: Provider = {
  identifier: 'tiktok',
  name: 'TikTok',
  mark: { simpleIcon: 'tiktok' },
  popularity: 3,
  preview: 'card',
  evidence: {
    kind: 'stand-in',
    what: 'a stand-in written from developers.tiktok.com',
    not: 'anything that the documents do not say, such as when the count of a day starts again',
    since: '2026-11-23',
  },
  connection: { kind: 'oauth' },
  oauth,
  appSetup,
  env: [
    {
      name: 'TIKTOK_CLIENT_ID',
      required: false,
      help: 'Client key of an app at developers.tiktok.com with Login Kit and the Content Posting API; with TIKTOK_CLIENT_SECRET it lets people connect TikTok. Its redirect URI is FRONTEND_URL followed by /integrations/social/tiktok',
    },
    { name: 'TIKTOK_CLIENT_SECRET', required: false, help: 'Client secret of that app' },
    {
      name: AUDITED,
      required: false,
      help: 'true once TikTok has audited the app: people are no longer warned that their posts are private',
    },
    {
      name: 'TIKTOK_API_URL',
      required: false,
      help: 'URL of a server in place of https://open.tiktokapis.com, https://open-upload.tiktokapis.com and https://www.tiktok.com, for tests',
    },
  ],
  settingsSchema,
  postForm,
  rules,
  fetchesMedia: true,
  // An upload makes one post at most, and shows whether it has.
  videoCover: 'moment',
  capability: 'lookup',
  followUps: 'none',
  publishTimeoutMs: PUBLISH_TIMEOUT_MS,
  // The status of an upload is known at once.
  settleMs: 5_000,
  preparedForMs: PREPARED_MS,
  connect,
  refresh,
  validate,
  ...onFirstUse(() => import('./prepare.ts'), 'prepare'),
  ...onFirstUse(() => import('./publish.ts'), 'publish', 'poll'),
  keyOf,
  ...onFirstUse(() => import('./verify.ts'), 'verify', 'recent'),
  ...onFirstUse(() => import('./analytics.ts'), 'analytics', 'postAnalytics'),
  tools,
};
