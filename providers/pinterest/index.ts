/**
 * Pinterest: pins on the boards of a business account, with the Pinterest API v5
 * (developers.pinterest.com/docs/api/v5).
 */
import type { Provider } from '../_kit/contract.ts';
import { idOf } from '../_kit/identity.ts';
import { onFirstUse } from '../_kit/on-first-use.ts';
import { appSetup } from './app-setup.ts';
import { connect, refresh, SECRET_VARIABLE } from './auth.ts';
import { oauth } from './oauth.ts';
import { KEPT_MS, PUBLISH_TIMEOUT_MS, rules, validate } from './rules.ts';
import { settingsSchema } from './schema.ts';
import { tools } from './tools.ts';

export const pinterest: Provider = {
  identifier: 'pinterest',
  name: 'Pinterest',
  mark: { simpleIcon: 'pinterest' },
  popularity: 9,
  preview: 'card',
  evidence: {
    kind: 'stand-in',
    what: 'a stand-in written from developers.pinterest.com',
    not: 'anything that the documents do not say, such as the codes of errors and the order of pins on a board',
    since: '2026-11-23',
  },
  connection: { kind: 'oauth' },
  oauth,
  appSetup,
  env: [
    {
      name: 'PINTEREST_CLIENT_ID',
      required: false,
      help: 'App ID of an app at developers.pinterest.com/apps; with PINTEREST_CLIENT_SECRET it lets people connect Pinterest. Its redirect URI is FRONTEND_URL followed by /integrations/social/pinterest',
    },
    { name: 'PINTEREST_CLIENT_SECRET', required: false, help: 'App secret key of that app' },
    {
      name: SECRET_VARIABLE,
      required: false,
      help: 'true also asks for secret boards (boards:read_secret, boards:write_secret, pins:read_secret, pins:write_secret), which the app has to be allowed; channels that are connected already have to be reconnected',
    },
    {
      name: 'PINTEREST_API_URL',
      required: false,
      help: 'URL of a server in place of https://api.pinterest.com and https://www.pinterest.com, for tests',
    },
  ],
  settingsSchema,
  rules,
  fetchesMedia: true,
  // Pinterest has no idempotency key, and of what we send, it only shows the text of a pin again.
  videoCover: 'either',
  coverInSeconds: true,
  capability: 'lookup',
  followUps: 'none',
  publishTimeoutMs: PUBLISH_TIMEOUT_MS,
  // The first look; a pin that is not there yet is given up only later (`afterMs` in verify.ts).
  settleMs: 5_000,
  preparedForMs: KEPT_MS,
  connect,
  refresh,
  validate,
  ...onFirstUse(() => import('./prepare.ts'), 'prepare'),
  ...onFirstUse(() => import('./publish.ts'), 'publish', 'remove'),
  keyOf: (post) => idOf(post, /\/pin\/(\d+)/),
  ...onFirstUse(() => import('./verify.ts'), 'verify', 'recent'),
  ...onFirstUse(() => import('./analytics.ts'), 'analytics', 'postAnalytics'),
  tools,
};
