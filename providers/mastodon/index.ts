/** Mastodon, and other software that speaks its client API (docs.joinmastodon.org/client). */
import type { Provider } from '../_kit/contract.ts';
import { connect, fields } from './auth.ts';
import { oauth } from './oauth.ts';
import { prepare, publish, PUBLISH_TIMEOUT_MS, remove } from './publish.ts';
import { rules, validate } from './rules.ts';
import { settingsSchema } from './schema.ts';
import { recent, verify } from './verify.ts';

export const mastodon: Provider = {
  identifier: 'mastodon',
  name: 'Mastodon',
  connection: { kind: 'credentials', fields },
  oauth,
  env: [
    {
      name: 'MASTODON_URL',
      required: false,
      help: 'Address of the instance that new channels use unless they name another; default https://mastodon.social',
    },
  ],
  settingsSchema,
  rules,
  // Holds where nodeinfo names software that is known to honour Idempotency-Key. Elsewhere the key is sent
  // all the same and trusted with nothing: `verify` never answers `repeatable` there, so such an instance is
  // treated as `lookup`.
  capability: 'native_key',
  followUps: 'reply',
  publishTimeoutMs: PUBLISH_TIMEOUT_MS,
  // Mastodon notes the key after it made the post, without a lock, and lists may come from a replica that
  // lags: a repeat, too, waits that long.
  settleMs: 10_000,
  connect,
  validate,
  prepare,
  publish,
  verify,
  remove,
  recent,
};
