/**
 * Instagram: posts, reels, stories and comments of an account, connected through a Facebook Page or directly
 * (developers.facebook.com/docs/instagram-platform/content-publishing).
 */
import type { Provider } from '../_kit/contract.ts';
import { idOf } from '../_kit/identity.ts';
import { onFirstUse } from '../_kit/on-first-use.ts';
import { appEnv } from '../_shared/meta/login.ts';
import { idsOf } from '../_shared/meta/posts.ts';
import { appSetup, standaloneSetup } from './app-setup.ts';
import { PAGE, type Login } from './api.ts';
import { limitOf } from './api/publishing-limit.ts';
import { STANDALONE } from './api/standalone.ts';
import { connect, oauth } from './auth.ts';
import * as direct from './auth/standalone.ts';
import {
  KEPT_MS,
  PUBLISH_TIMEOUT_MS,
  coverRules,
  instagramRules,
  rulesWithSound,
  validateDirect,
  validateWithSound,
  warnings,
} from './rules.ts';
import { audioField, COVER, settingsOf } from './schema.ts';
import { tools } from './tools.ts';

/** What both ways to connect an account have in common. */
const sharedBy = (login: Login) =>
  ({
    connection: { kind: 'oauth' },
    fetchesMedia: true,
    warnings,
    settingsMedia: [COVER],
    settingsMediaRules: { [COVER]: coverRules },
    postLimit: (_, channel) => limitOf(channel),
    videoCover: 'either',
    // A container becomes one post only, and reports whether it has; comments can be read.
    capability: 'lookup',
    followUps: 'comment',
    keyOf: idOf,
    keysOf: idsOf,
    publishTimeoutMs: PUBLISH_TIMEOUT_MS,
    // Looking early does no harm: an unpublished container may be sent again at any time.
    settleMs: 5_000,
    preparedForMs: KEPT_MS,
    ...onFirstUse(async () => ({ prepare: (await import('./prepare.ts')).prepareOf(login) }), 'prepare'),
    ...onFirstUse(async () => ({ publish: (await import('./publish.ts')).publishOf(login) }), 'publish'),
    ...onFirstUse(async () => (await import('./verify.ts')).looksOf(login), 'verify', 'recent'),
    ...onFirstUse(
      async () => (await import('./analytics.ts')).numbersOf(login),
      'analytics',
      'postAnalytics',
    ),
  }) as const satisfies Partial<Provider>;

export const instagram: Provider = {
  ...sharedBy(PAGE),
  identifier: 'instagram',
  name: 'Instagram (Facebook Business)',
  mark: { simpleIcon: 'instagram' },
  popularity: 1,
  preview: 'card',
  evidence: {
    kind: 'description',
    what: "Meta's own tables of the Graph API (facebook-business 26.0.3) and a stand-in",
    not: 'errors, the states of a container, uploads of bytes and the search for sounds',
    since: '2026-11-23',
  },
  oauth,
  appSetup,
  env: appEnv('instagram'),
  settingsSchema: settingsOf('instagram', { audio: audioField }),
  rules: rulesWithSound,
  connect,
  validate: validateWithSound,
  // Only Facebook Login lets an app delete.
  ...onFirstUse(async () => ({ remove: (await import('./publish.ts')).removeOf(PAGE) }), 'remove'),
  tools,
};

/** An account without a Facebook Page, which has no `audio`. */
export const instagramStandalone: Provider = {
  ...sharedBy(STANDALONE),
  identifier: 'instagram-standalone',
  name: 'Instagram (Standalone)',
  mark: { simpleIcon: 'instagram' },
  popularity: 12,
  preview: 'card',
  evidence: {
    kind: 'description',
    what: "Meta's own tables of the Graph API (facebook-business 26.0.3) and a stand-in",
    not: 'errors, the states of a container, and uploads of bytes',
    since: '2026-11-23',
  },
  oauth: direct.oauth,
  appSetup: standaloneSetup,
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
      help: 'URL of a server in place of those of instagram.com and rupload.facebook.com, for tests',
    },
  ],
  settingsSchema: settingsOf('instagram-standalone'),
  rules: instagramRules,
  connect: direct.connect,
  refresh: direct.refresh,
  validate: validateDirect,
};
