/** Mastodon, and other software that speaks its client API (docs.joinmastodon.org/client). */
import type { Provider } from '../_kit/contract.ts';
import { hostIn } from '../_kit/host-of.ts';
import { onFirstUse } from '../_kit/on-first-use.ts';
import { keyOf } from './api.ts';
import { oauth } from './oauth.ts';
import { KEPT_MS, PUBLISH_TIMEOUT_MS, RECENT, rules, validate } from './rules.ts';
import { fields, settingsSchema } from './schema.ts';
import { tools } from './tools.ts';

export const mastodon: Provider = {
  identifier: 'mastodon',
  name: 'Mastodon',
  mark: { simpleIcon: 'mastodon' },
  popularity: 11,
  preview: 'short',
  evidence: {
    kind: 'stand-in',
    what: 'a stand-in written from docs.joinmastodon.org',
    not:
      'other software that speaks the same API; GoToSocial 0.20.0 was tried by hand in November 2026, and files ' +
      'are published to it for pictures',
    since: '2026-11-22',
  },
  connection: { kind: 'credentials', fields },
  oauth,
  env: [
    {
      name: 'MASTODON_URL',
      required: false,
      help: 'Default instance for new channels; without it, https://mastodon.social',
    },
  ],
  settingsSchema,
  rules,
  // For software that is known to honour Idempotency-Key. Others receive the key too, but it is not relied
  // on: `verify` never answers `repeatable` for them, so they are treated like `lookup`.
  linkCards: 'network',
  capability: 'native_key',
  followUps: 'reply',
  hostOf: ({ details }) => hostIn(details.baseUrl),
  publishTimeoutMs: PUBLISH_TIMEOUT_MS,
  // Lists may be read from a lagging replica. A repeat waits longer (`LATE_MS` in verify.ts).
  settleMs: 10_000,
  preparedForMs: KEPT_MS,
  ...onFirstUse(() => import('./auth.ts'), 'connect'),
  validate,
  ...onFirstUse(() => import('./prepare.ts'), 'prepare'),
  ...onFirstUse(() => import('./publish.ts'), 'publish', 'remove'),
  keyOf,
  ...onFirstUse(() => import('./verify.ts'), 'recent', 'verify'),
  recentAll: RECENT,
  tools,
};
