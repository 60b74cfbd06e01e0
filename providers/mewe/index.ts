/** MeWe: posts on the timeline of an account or in a group, with the network's Open API (dev.mewe.com). */
import type { Provider } from '../_kit/contract.ts';
import { idOf } from '../_kit/identity.ts';
import { cannotLook } from '../_kit/lookup.ts';
import { onFirstUse } from '../_kit/on-first-use.ts';
import { appSetup } from './app-setup.ts';
import { oauth } from './oauth.ts';
import { KEPT_MS, PUBLISH_TIMEOUT_MS, rules, validate } from './rules.ts';
import { settingsSchema } from './schema.ts';
import { tools } from './tools.ts';

export const mewe: Provider = {
  identifier: 'mewe',
  name: 'MeWe',
  mark: { letters: 'me', colour: '#17377f' },
  preview: 'card',
  evidence: {
    kind: 'stand-in',
    what: 'a stand-in written from dev.mewe.com for the login, the token and the headers, and from the calls of other clients',
    not: 'posts, photos, groups and all errors, which MeWe describes to approved developers only',
    since: '2026-11-23',
    doubt: 'posts, photos and groups, which are known from the calls of other clients alone',
  },
  unofficial:
    "MeWe's API is a developer preview for approved apps whose calls for posts are not public: it can change without notice, and nobody can ask it whether a post arrived.",
  connection: { kind: 'oauth' },
  oauth,
  appSetup,
  env: [
    {
      name: 'MEWE_APP_ID',
      required: false,
      help: 'App ID of a standalone app in MeWe’s developer settings; with MEWE_API_KEY it lets people connect MeWe. Its redirect URI is FRONTEND_URL followed by /integrations/social/mewe',
    },
    { name: 'MEWE_API_KEY', required: false, help: 'API key of that app' },
    { name: 'MEWE_HOST', required: false, help: 'URL of MeWe; default https://mewe.com' },
  ],
  settingsSchema,
  rules,
  // No key, no list of posts, and often no id: a person looks.
  capability: 'none',
  followUps: 'none',
  publishTimeoutMs: PUBLISH_TIMEOUT_MS,
  settleMs: 5_000,
  preparedForMs: KEPT_MS,
  ...onFirstUse(() => import('./auth.ts'), 'connect'),
  validate,
  ...onFirstUse(() => import('./prepare.ts'), 'prepare'),
  ...onFirstUse(() => import('./publish.ts'), 'publish'),
  keyOf: idOf,
  // MeWe's API lists no posts, and has no key that would make a repeat safe.
  verify: cannotLook('MeWe offers no way to look a post up'),
  tools,
};
