/** Moltbook: posts of an agent in a community (www.moltbook.com/skill.md). */
import type { Provider } from '../_kit/contract.ts';
import { idOf } from '../_kit/identity.ts';
import { onFirstUse } from '../_kit/on-first-use.ts';
import { connect, fields } from './auth.ts';
import { PUBLISH_TIMEOUT_MS, rules } from './rules.ts';
import { settingsSchema } from './schema.ts';
import { tools } from './tools.ts';

export const moltbook: Provider = {
  identifier: 'moltbook',
  name: 'Moltbook',
  mark: { letters: 'M', colour: '#c8372d' },
  preview: 'short',
  evidence: {
    kind: 'stand-in',
    what: "a stand-in written from Moltbook's skill.md 1.11 and from recorded answers",
    not: 'whether a hidden post is in the lists of its own agent, and all errors but those of limits and questions',
    since: '2026-11-23',
    doubt: 'everything that skill.md does not promise: its fields and rules have changed overnight',
  },
  unofficial:
    "Moltbook describes its API in one file for agents, without a promise to keep it: fields and rules have changed overnight, and a post can stay hidden until the agent's owner has answered a question.",
  connection: { kind: 'credentials', fields },
  env: [
    {
      name: 'MOLTBOOK_API_URL',
      required: false,
      help: 'URL of a server in place of https://www.moltbook.com, for tests',
    },
  ],
  settingsSchema,
  rules,
  // Moltbook has no idempotency key, and of what we send, it only shows the text of a post again.
  capability: 'lookup',
  followUps: 'comment',
  publishTimeoutMs: PUBLISH_TIMEOUT_MS,
  // The first look; a post that is not there is given up only when none can become visible (`afterMs`).
  settleMs: 5_000,
  preparesOffline: true,
  preparedForMs: null,
  connect,
  ...onFirstUse(() => import('./prepare.ts'), 'prepare'),
  ...onFirstUse(() => import('./publish.ts'), 'publish', 'poll'),
  keyOf: idOf,
  ...onFirstUse(() => import('./verify.ts'), 'verify', 'recent'),
  // No `remove`: Moltbook answers that a post is deleted, and keeps showing it
  // (github.com/moltbook/api/issues/40).
  ...onFirstUse(() => import('./analytics.ts'), 'analytics', 'postAnalytics'),
  tools,
};
