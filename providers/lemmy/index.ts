/** Lemmy: posts in communities, with the API of the account's instance (join-lemmy.org/docs). */
import type { Provider } from '../_kit/contract.ts';
import { hostIn } from '../_kit/host-of.ts';
import { onFirstUse } from '../_kit/on-first-use.ts';
import { keyOf, keysOf } from './api.ts';
import { PREPARED_MS, PUBLISH_TIMEOUT_MS, rules, validate } from './rules.ts';
import { fields, readDetails, settingsSchema } from './schema.ts';
import { tools } from './tools.ts';

export const lemmy: Provider = {
  identifier: 'lemmy',
  name: 'Lemmy',
  mark: { simpleIcon: 'lemmy' },
  preview: 'article',
  evidence: {
    kind: 'description',
    what: "the types of Lemmy's own client (lemmy-js-client 0.19.9 and 1.0.0-beta.2), that client itself, and a stand-in with the names of errors, checks and limits of Lemmy's code",
    not: 'statuses of errors, uploads to pictrs in 0.19, and a real instance',
    since: '2026-11-23',
  },
  connection: { kind: 'credentials', fields },
  env: [
    {
      name: 'LEMMY_URL',
      required: false,
      help: 'Default instance for new channels (https://lemmy.world if unset); may use plain http, otherwise only allowed on this machine',
    },
  ],
  settingsSchema,
  rules,
  // Lemmy has no idempotency key, but the account's own list on its instance shows what it has posted, with
  // ids that only grow, and a number of posts that shows whether the list is complete.
  capability: 'lookup',
  followUps: 'comment',
  hostOf: (account) => hostIn(readDetails(account).baseUrl),
  publishTimeoutMs: PUBLISH_TIMEOUT_MS,
  // A post is in its author's list with the same transaction, on whichever instance its community is. What
  // appears later is bounded in verify.ts (`afterMs`).
  settleMs: 5000,
  preparedForMs: PREPARED_MS,
  ...onFirstUse(() => import('./auth.ts'), 'connect', 'refresh'),
  validate,
  ...onFirstUse(() => import('./prepare.ts'), 'prepare'),
  ...onFirstUse(() => import('./publish.ts'), 'publish', 'remove'),
  keyOf,
  keysOf,
  ...onFirstUse(() => import('./verify.ts'), 'verify', 'recent'),
  ...onFirstUse(() => import('./analytics.ts'), 'analytics', 'postAnalytics'),
  tools,
};
