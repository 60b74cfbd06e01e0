/** Whop: posts in the forums of a company (docs.whop.com/developer/guides/forums). */
import type { Provider } from '../_kit/contract.ts';
import { idOf } from '../_kit/identity.ts';
import { onFirstUse } from '../_kit/on-first-use.ts';
import { appSetup } from './app-setup.ts';
import { oauth } from './oauth.ts';
import { KEPT_MS, PUBLISH_TIMEOUT_MS, rules } from './rules.ts';
import { settingsSchema } from './schema.ts';
import { tools } from './tools.ts';

export const whop: Provider = {
  identifier: 'whop',
  name: 'Whop',
  mark: { letters: 'W', colour: '#d63c0b' },
  preview: 'message',
  evidence: {
    kind: 'stand-in',
    what: "a stand-in written from docs.whop.com, to which Whop's own client (@whop/sdk 0.0.42) speaks as well",
    not: 'the words of errors, the order of lists, and whether a key keeps a post from being made twice',
    since: '2026-11-23',
  },
  connection: { kind: 'oauth' },
  oauth,
  appSetup,
  env: [
    {
      name: 'WHOP_CLIENT_ID',
      required: false,
      help: 'Client ID (app_…) of an app at whop.com/dashboard/developer; it lets people connect Whop. The redirect URI there is FRONTEND_URL followed by /integrations/social/whop. No secret is needed',
    },
    {
      name: 'WHOP_API_URL',
      required: false,
      help: 'URL of a server in place of https://api.whop.com, for tests',
    },
  ],
  settingsSchema,
  rules,
  // Whop has a key for each POST, but nobody has confirmed it for posts of a forum.
  capability: 'lookup',
  followUps: 'comment',
  publishTimeoutMs: PUBLISH_TIMEOUT_MS,
  // The first look; a post that is not there yet is given up only later (`afterMs` in verify.ts).
  settleMs: 5_000,
  preparedForMs: KEPT_MS,
  ...onFirstUse(() => import('./auth.ts'), 'connect', 'refresh'),
  ...onFirstUse(() => import('./prepare.ts'), 'prepare'),
  ...onFirstUse(() => import('./publish.ts'), 'publish'),
  keyOf: idOf,
  ...onFirstUse(() => import('./verify.ts'), 'verify'),
  ...onFirstUse(() => import('./analytics.ts'), 'postAnalytics'),
  tools,
};
