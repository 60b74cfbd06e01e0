/**
 * Medium: stories of an account or in a publication, with an API that Medium no longer supports
 * (github.com/Medium/medium-api-docs).
 */
import type { Provider } from '../_kit/contract.ts';
import { idOf } from '../_kit/identity.ts';
import { cannotLook } from '../_kit/lookup.ts';
import { onFirstUse } from '../_kit/on-first-use.ts';
import { KEPT_MS, PUBLISH_TIMEOUT_MS, rules, validate } from './rules.ts';
import { fields, settingsSchema } from './schema.ts';
import { tools } from './tools.ts';

export const medium: Provider = {
  identifier: 'medium',
  name: 'Medium',
  // Its drawing without the frame, for which the tile stands.
  mark: { tabler: 'brand-medium', colour: '#000000', without: 'M4 6' },
  preview: 'article',
  evidence: {
    kind: 'description',
    what: "Medium's own documents (medium-api-docs) and a stand-in, which Medium's own client (medium-sdk 0.0.4) can use",
    not: 'errors, of which the documents give the status alone, and how Medium reads Markdown',
    since: '2026-11-23',
  },
  connection: { kind: 'credentials', fields },
  env: [
    {
      name: 'MEDIUM_API_URL',
      required: false,
      help: 'URL of a server in place of https://api.medium.com, for tests',
    },
  ],
  settingsSchema,
  rules,
  // The API takes no key and shows no story, not even one that it has just made.
  capability: 'none',
  followUps: 'none',
  publishTimeoutMs: PUBLISH_TIMEOUT_MS,
  settleMs: 5_000,
  preparedForMs: KEPT_MS,
  ...onFirstUse(() => import('./auth.ts'), 'connect'),
  // No `refresh`: a token ends only when its owner revokes it.
  validate,
  ...onFirstUse(() => import('./prepare.ts'), 'prepare'),
  ...onFirstUse(() => import('./publish.ts'), 'publish'),
  keyOf: idOf,
  // There is no list of stories and no call for a single one. The feed at medium.com/feed is no part of the
  // API; it appears late and without drafts and unlisted stories, so an absence there would prove nothing.
  verify: cannotLook(
    "Medium's API shows no stories; look at medium.com/me/stories, among drafts and published ones",
  ),
  // Neither `remove` nor numbers: the API has no call for them.
  tools,
};
