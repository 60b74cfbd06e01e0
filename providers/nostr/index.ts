/**
 * Nostr: notes signed by the account's own key and kept by independent relays
 * (github.com/nostr-protocol/nips).
 */
import type { Provider } from '../_kit/contract.ts';
import { connect } from './auth.ts';
import { EXCHANGE_MS } from './broadcast.ts';
import { prepare, publish, remove, verify } from './publish.ts';
import { fields, rules, settingsSchema, validate } from './schema.ts';

/**
 * Repeats are safe: a note's id is the hash of its signed content, so the same note cannot be posted twice.
 */
export const nostr: Provider = {
  identifier: 'nostr',
  name: 'Nostr',
  connection: { kind: 'credentials', fields },
  env: [],
  settingsSchema,
  rules,
  capability: 'client_id',
  followUps: 'reply',
  publishTimeoutMs: EXCHANGE_MS + 8000,
  settleMs: 2000,
  connect,
  validate,
  prepare,
  publish,
  verify,
  remove,
};
