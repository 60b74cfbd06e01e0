/** Threads: posts and replies of one account (developers.facebook.com/documentation/threads). */
import type { Provider } from '../_kit/contract.ts';
import { idOf } from '../_kit/identity.ts';
import { onFirstUse } from '../_kit/on-first-use.ts';
import { appSetup } from './app-setup.ts';
import { connect, oauth, refresh } from './auth.ts';
import { KEPT_MS, PUBLISH_TIMEOUT_MS, rules, validate } from './rules.ts';
import { settingsSchema } from './schema.ts';
import { tools } from './tools.ts';

export const threads: Provider = {
  identifier: 'threads',
  name: 'Threads',
  mark: { simpleIcon: 'threads' },
  popularity: 8,
  preview: 'short',
  evidence: {
    kind: 'description',
    what: "Meta's own Postman collection of the Threads API and a stand-in",
    not: 'values of parameters, errors, and the fetching of files, which the collection leaves open',
    since: '2026-11-23',
  },
  connection: { kind: 'oauth' },
  oauth,
  appSetup,
  env: [
    {
      name: 'THREADS_APP_ID',
      required: false,
      help: 'Threads app ID of an app at developers.facebook.com/apps with the use case "Access the Threads API"; with THREADS_APP_SECRET it lets people connect Threads. Its redirect callback URL is FRONTEND_URL followed by /integrations/social/threads',
    },
    { name: 'THREADS_APP_SECRET', required: false, help: 'Threads app secret of that app' },
    {
      name: 'THREADS_API_URL',
      required: false,
      help: 'URL of a server in place of https://graph.threads.net and https://www.threads.com, for tests',
    },
  ],
  settingsSchema,
  rules,
  // Replies have a limit of their own, of 1,000.
  postLimit: () => ({ posts: 250, of: 'account', within: { hours: 24 }, eachPart: false }),
  fetchesMedia: true,
  // A container becomes one post only, and reports whether it has.
  linkCards: 'network',
  capability: 'lookup',
  followUps: 'reply',
  publishTimeoutMs: PUBLISH_TIMEOUT_MS,
  // Looking early does no harm: an unpublished container may be sent again at any time.
  settleMs: 5_000,
  preparedForMs: KEPT_MS,
  connect,
  refresh,
  validate,
  ...onFirstUse(() => import('./prepare.ts'), 'prepare'),
  ...onFirstUse(() => import('./publish.ts'), 'publish', 'remove'),
  keyOf: idOf,
  ...onFirstUse(() => import('./verify.ts'), 'verify', 'recent'),
  ...onFirstUse(() => import('./analytics.ts'), 'analytics', 'postAnalytics'),
  tools,
};
