/** Tumblr: posts of a blog, in the Neue Post Format (github.com/tumblr/docs, api.md and npf-spec.md). */
import type { Provider } from '../_kit/contract.ts';
import { idOf } from '../_kit/identity.ts';
import { onFirstUse } from '../_kit/on-first-use.ts';
import { appSetup } from './app-setup.ts';
import { connect, oauth, refresh } from './auth.ts';
import { postLimit, PREPARED_MS, PUBLISH_TIMEOUT_MS, rules, validate } from './rules.ts';
import { settingsSchema } from './schema.ts';

export const tumblr: Provider = {
  identifier: 'tumblr',
  name: 'Tumblr',
  mark: { simpleIcon: 'tumblr' },
  preview: 'card',
  evidence: {
    kind: 'description',
    what: "Tumblr's own documents (tumblr/docs: the API and the Neue Post Format) and a stand-in, which Tumblr's own client (tumblr.js 5.0.1) can use",
    not: 'what a video goes through, the headers of limits, and the bodies of most answers, which the documents leave open',
    since: '2026-11-23',
  },
  connection: { kind: 'oauth' },
  oauth,
  appSetup,
  env: [
    {
      name: 'TUMBLR_CLIENT_ID',
      required: false,
      help: 'OAuth consumer key of an application at tumblr.com/oauth/apps; with TUMBLR_CLIENT_SECRET it lets people connect Tumblr. Its OAuth2 redirect URL is FRONTEND_URL followed by /integrations/social/tumblr',
    },
    { name: 'TUMBLR_CLIENT_SECRET', required: false, help: 'OAuth consumer secret of that application' },
    {
      name: 'TUMBLR_API_URL',
      required: false,
      help: 'URL of a server in place of https://api.tumblr.com and https://www.tumblr.com, for tests',
    },
  ],
  settingsSchema,
  rules,
  postLimit,
  // Tumblr has no idempotency key: two posts may have the same slug, and a video has another id once it is
  // published.
  capability: 'lookup',
  followUps: 'none',
  publishTimeoutMs: PUBLISH_TIMEOUT_MS,
  // The first look; a post that is not there yet is given up only later (`afterMs` in verify.ts).
  settleMs: 5_000,
  preparedForMs: PREPARED_MS,
  connect,
  refresh,
  validate,
  ...onFirstUse(() => import('./prepare.ts'), 'prepare'),
  ...onFirstUse(() => import('./publish.ts'), 'publish', 'poll', 'remove'),
  keyOf: (post) => idOf(post, /\.com\/(?:[^/]+\/)?(?:post\/)?(\d+)/),
  ...onFirstUse(() => import('./verify.ts'), 'verify', 'recent'),
  ...onFirstUse(() => import('./analytics.ts'), 'analytics', 'postAnalytics'),
};
