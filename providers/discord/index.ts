/** Discord: messages of a bot in the channels of one server (docs.discord.com/developers). */
import type { Provider } from '../_kit/contract.ts';
import { idOf } from '../_kit/identity.ts';
import { onFirstUse } from '../_kit/on-first-use.ts';
import { NONCE_MS, PUBLISH_TIMEOUT_MS, rules, validate } from './rules.ts';
import { fields, settingsSchema } from './schema.ts';
import { tools } from './tools.ts';

export const discord: Provider = {
  identifier: 'discord',
  name: 'Discord',
  mark: { simpleIcon: 'discord' },
  popularity: 16,
  preview: 'message',
  evidence: {
    kind: 'stand-in',
    what: 'a stand-in written from docs.discord.com',
    not: 'anything that the documents do not say',
    since: '2026-11-22',
  },
  connection: { kind: 'credentials', fields },
  env: [
    {
      name: 'DISCORD_URL',
      required: false,
      help: 'URL of the API without /api/v10; default https://discord.com',
    },
  ],
  settingsSchema,
  rules,
  // `nonce` with `enforce_nonce`: for the same author and nonce within "the past few minutes" Discord returns
  // the first message. It is relied on for one minute, and only where the channel's history cannot be read;
  // otherwise the history decides. Posts in forums have no nonce: they are looked up.
  linkCards: 'network',
  capability: 'native_key',
  followUps: 'reply',
  publishTimeoutMs: PUBLISH_TIMEOUT_MS,
  // "Discord operates at a scale where true consistency is impossible" (reference, "Consistency"): time for a
  // list to catch up.
  settleMs: 10_000,
  // Half of what the nonce certainly protects, so that a call that begins in time can also end in time.
  preparedForMs: NONCE_MS / 2,
  ...onFirstUse(() => import('./auth.ts'), 'connect'),
  validate,
  ...onFirstUse(() => import('./prepare.ts'), 'prepare'),
  ...onFirstUse(() => import('./publish.ts'), 'publish', 'remove'),
  keyOf: (post) => idOf(post, /\/channels\/\d+\/\d+\/(\d+)/),
  ...onFirstUse(() => import('./verify.ts'), 'verify'),
  ...onFirstUse(() => import('./analytics.ts'), 'analytics', 'postAnalytics'),
  tools,
};
