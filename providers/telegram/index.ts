/** Telegram channels and groups, by a bot (core.telegram.org/bots/api). */
import type { Provider } from '../_kit/contract.ts';
import { onFirstUse } from '../_kit/on-first-use.ts';
import { DEFAULT_URL, keyOf } from './api.ts';
import { PUBLISH_TIMEOUT_MS, rules, validate } from './rules.ts';
import { fields, settingsSchema } from './schema.ts';

export const telegram: Provider = {
  identifier: 'telegram',
  name: 'Telegram',
  mark: { simpleIcon: 'telegram' },
  popularity: 15,
  preview: 'message',
  evidence: {
    kind: 'stand-in',
    what: 'a stand-in written from core.telegram.org/bots/api',
    not: 'anything that the documents do not say',
    since: '2026-11-22',
  },
  connection: { kind: 'credentials', fields },
  env: [
    {
      name: 'TELEGRAM_URL',
      required: false,
      help: `URL of the Bot API server, if you host your own; default ${DEFAULT_URL}`,
    },
  ],
  settingsSchema,
  rules,
  // Messages have no key, and bots cannot read the history (see `verify`): an unknown outcome needs a person.
  linkCards: 'network',
  capability: 'none',
  followUps: 'reply',
  publishTimeoutMs: PUBLISH_TIMEOUT_MS,
  // `verify` reads nothing, so there is nothing to wait for.
  settleMs: 0,
  preparedForMs: null,
  preparesOffline: true,
  ...onFirstUse(() => import('./auth.ts'), 'connect', 'refresh'),
  validate,
  ...onFirstUse(() => import('./prepare.ts'), 'prepare'),
  ...onFirstUse(() => import('./publish.ts'), 'publish', 'remove'),
  keyOf,
  ...onFirstUse(() => import('./verify.ts'), 'verify'),
  ...onFirstUse(() => import('./analytics.ts'), 'analytics'),
};
