/**
 * Skool: posts in the groups of an account. There is no public API; this follows its web client
 * (www.skool.com).
 */
import type { Provider } from '../_kit/contract.ts';
import { idOf } from '../_kit/identity.ts';
import { cannotLook } from '../_kit/lookup.ts';
import { onFirstUse } from '../_kit/on-first-use.ts';
import { connect, fields } from './auth.ts';
import { KEPT_MS, PUBLISH_TIMEOUT_MS, rules, validate } from './rules.ts';
import { settingsSchema } from './schema.ts';
import { tools } from './tools.ts';

export const skool: Provider = {
  identifier: 'skool',
  name: 'Skool',
  mark: { letters: 'S', colour: '#3c4a77' },
  preview: 'message',
  evidence: {
    kind: 'stand-in',
    what: 'a stand-in written from the recordings and the calls of two other clients, and from the documents of the firewall (AWS WAF)',
    not: 'everything else: Skool documents nothing',
    since: '2026-11-23',
    doubt: 'all of it, as Skool documents nothing: what its web app calls is known from other clients alone',
  },
  unofficial:
    "Skool has no API: Crier calls what its web app calls, with cookies from your browser. That can stop working on any day, Skool's firewall stops many servers, and it may be against Skool's terms.",
  connection: { kind: 'credentials', fields },
  env: [
    {
      name: 'SKOOL_API_URL',
      required: false,
      help: 'URL of a server in place of https://api2.skool.com, for tests',
    },
  ],
  settingsSchema,
  rules,
  // No key, and no list that can be relied on: a person looks.
  capability: 'none',
  followUps: 'comment',
  publishTimeoutMs: PUBLISH_TIMEOUT_MS,
  settleMs: 5_000,
  preparedForMs: KEPT_MS,
  connect,
  validate,
  ...onFirstUse(() => import('./prepare.ts'), 'prepare'),
  ...onFirstUse(() => import('./publish.ts'), 'publish', 'remove'),
  keyOf: idOf,
  // A group's feed is private, and its pages change with every release of Skool.
  verify: cannotLook('Skool offers no way to look a post up'),
  tools,
};
