/** Hashnode: articles, with its GraphQL API (gql-beta.hashnode.com; github.com/Hashnode/gql-skill). */
import type { Provider } from '../_kit/contract.ts';
import { idOf } from '../_kit/identity.ts';
import { onFirstUse } from '../_kit/on-first-use.ts';
import { PUBLISH_TIMEOUT_MS, rules, validate } from './rules.ts';
import { COVER, fields, settingsSchema } from './schema.ts';
import { tools } from './tools.ts';

export const hashnode: Provider = {
  identifier: 'hashnode',
  name: 'Hashnode',
  mark: { simpleIcon: 'hashnode' },
  preview: 'article',
  evidence: {
    kind: 'description',
    what: "Hashnode's own GraphQL schema (gql-skill, July 2026) and a stand-in",
    not: 'roles, plans, errors and the age of answers, which are from its documents; uploads and taking down, which are newer than the schema',
    since: '2026-11-23',
  },
  connection: { kind: 'credentials', fields },
  env: [
    {
      name: 'HASHNODE_URL',
      required: false,
      help: 'URL of the GraphQL API; default https://gql-beta.hashnode.com',
    },
  ],
  settingsSchema,
  settingsMedia: [COVER],
  rules,
  // Hashnode has no idempotency key: publishing twice makes two posts. So `prepare` writes a draft, which
  // makes one post at most. A draft that is gone was published; its post is found by its text.
  capability: 'lookup',
  followUps: 'none',
  publishTimeoutMs: PUBLISH_TIMEOUT_MS,
  // The first look; a draft that is still there counts only later (`afterMs` in verify.ts).
  settleMs: 5_000,
  // Drafts and pictures stay until they are deleted.
  preparedForMs: null,
  ...onFirstUse(() => import('./auth.ts'), 'connect'),
  validate,
  ...onFirstUse(() => import('./prepare.ts'), 'prepare'),
  ...onFirstUse(() => import('./publish.ts'), 'publish', 'remove'),
  keyOf: idOf,
  ...onFirstUse(() => import('./verify.ts'), 'verify', 'recent'),
  ...onFirstUse(() => import('./analytics.ts'), 'analytics', 'postAnalytics'),
  tools,
};
