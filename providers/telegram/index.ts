/** Telegram channels and groups, by a bot (core.telegram.org/bots/api). */
import type { Provider } from '../_kit/contract.ts';
import { DEFAULT_URL } from './api.ts';
import { connect, refresh } from './auth.ts';
import { analytics } from './numbers.ts';
import { prepare, publish, PUBLISH_TIMEOUT_MS, remove, verify } from './publish.ts';
import { rules, validate } from './rules.ts';
import { fields, settingsSchema } from './schema.ts';

export const telegram: Provider = {
  identifier: 'telegram',
  name: 'Telegram',
  connection: { kind: 'credentials', fields },
  env: [
    {
      name: 'TELEGRAM_URL',
      required: false,
      help: `Address of the Bot API server, for one of your own; default ${DEFAULT_URL}`,
    },
  ],
  settingsSchema,
  rules,
  // No key goes with a message and a bot reads no history (`verify` says why no other call helps): an unknown
  // outcome needs a person.
  capability: 'none',
  followUps: 'reply',
  publishTimeoutMs: PUBLISH_TIMEOUT_MS,
  // Nobody looks, so there is nothing to wait for.
  settleMs: 0,
  preparesOffline: true,
  connect,
  refresh,
  validate,
  prepare,
  publish,
  verify,
  remove,
  analytics,
};
