/**
 * Nostr: notes signed with the account's own key, stored by independent relays
 * (github.com/nostr-protocol/nips).
 */
import type { Provider } from '../_kit/contract.ts';
import { hostIn } from '../_kit/host-of.ts';
import { idOf } from '../_kit/identity.ts';
import { onFirstUse } from '../_kit/on-first-use.ts';
import { EXCHANGE_MS } from './api.ts';
import { rules, validate } from './rules.ts';
import { fields, settingsSchema } from './schema.ts';

export const nostr: Provider = {
  identifier: 'nostr',
  name: 'Nostr',
  mark: { letters: 'N', colour: '#7b2fd0' },
  preview: 'short',
  evidence: {
    kind: 'own server',
    what: 'nostr-rs-relay 0.19.0 and nostr-relay (Python) 1.14',
    not: 'relays that want to be paid, or limit writing to members',
    since: '2026-11-21',
  },
  connection: { kind: 'credentials', fields },
  env: [],
  settingsSchema,
  rules,
  fetchesMedia: true,
  // A note's id is the hash of its signed content, so the same note cannot be posted twice.
  capability: 'client_id',
  followUps: 'reply',
  // A note goes to all relays of the account: only accounts with the same relays share their fate.
  hostOf: ({ details: { relays } }) => (Array.isArray(relays) ? relays.map(hostIn).toSorted().join(' ') : ''),
  publishTimeoutMs: EXCHANGE_MS + 8000,
  settleMs: 2000,
  // The time is part of the signed note. Relays may refuse old ones (NIP-11, `created_at_lower_limit`), and
  // readers would not see it among the new.
  preparedForMs: 10 * 60_000,
  ...onFirstUse(() => import('./auth.ts'), 'connect'),
  validate,
  ...onFirstUse(() => import('./prepare.ts'), 'prepare'),
  ...onFirstUse(() => import('./publish.ts'), 'publish', 'remove'),
  keyOf: idOf,
  ...onFirstUse(() => import('./verify.ts'), 'verify'),
};
