/** Reddit: submissions to subreddits, and comments on them (reddit.com/dev/api). */
import type { Provider } from '../_kit/contract.ts';
import { onFirstUse } from '../_kit/on-first-use.ts';
import { appSetup } from './app-setup.ts';
import { keyOf, namesOf } from './api.ts';
import { oauth } from './oauth.ts';
import { KEPT_MS, PUBLISH_TIMEOUT_MS, rules, validate } from './rules.ts';
import { settingsSchema } from './schema.ts';
import { tools } from './tools.ts';

export const reddit: Provider = {
  identifier: 'reddit',
  name: 'Reddit',
  mark: { simpleIcon: 'reddit' },
  popularity: 14,
  preview: 'article',
  evidence: {
    kind: 'description',
    what: 'recorded exchanges with the real Reddit (praw 8.0.3, prawcore 4.0.0) and a stand-in',
    not: 'the RATELIMIT sentence and the frames of the websocket, which no recording has',
    since: '2026-11-23',
  },
  connection: { kind: 'oauth' },
  oauth,
  appSetup,
  env: [
    {
      name: 'REDDIT_CLIENT_ID',
      required: false,
      help: 'Client ID of the "web app" at reddit.com/prefs/apps; with REDDIT_CLIENT_SECRET it lets people connect Reddit. The redirect uri there is FRONTEND_URL followed by /integrations/social/reddit',
    },
    { name: 'REDDIT_CLIENT_SECRET', required: false, help: 'Secret of that app' },
    {
      name: 'REDDIT_API_URL',
      required: false,
      help: 'URL of a server in place of https://oauth.reddit.com and https://www.reddit.com, for tests',
    },
  ],
  settingsSchema,
  rules,
  // Reddit has no idempotency key, but the account's own lists show what it has submitted, and an upload's id
  // is in the URL of its submission.
  videoCover: 'picture',
  capability: 'lookup',
  followUps: 'comment',
  publishTimeoutMs: PUBLISH_TIMEOUT_MS,
  // A list may be read from a replica. What appears later is bounded in verify.ts (`afterMs`).
  settleMs: 30_000,
  preparedForMs: KEPT_MS,
  ...onFirstUse(() => import('./auth.ts'), 'connect', 'refresh'),
  validate,
  ...onFirstUse(() => import('./prepare.ts'), 'prepare'),
  ...onFirstUse(() => import('./publish.ts'), 'publish', 'poll', 'remove'),
  keyOf,
  keysOf: namesOf,
  ...onFirstUse(() => import('./verify.ts'), 'verify', 'recent'),
  ...onFirstUse(() => import('./analytics.ts'), 'analytics', 'postAnalytics'),
  tools,
};
