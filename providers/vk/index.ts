/**
 * VK: posts on the wall of a person or of a community (dev.vk.com: wall.post, wall.createComment, uploading
 * files), with VK ID (id.vk.com/about/business/go/docs).
 */
import type { Provider } from '../_kit/contract.ts';
import { onFirstUse } from '../_kit/on-first-use.ts';
import { appSetup } from './app-setup.ts';
import { keyOf } from './api.ts';
import { oauth } from './oauth.ts';
import { PREPARED_MS, PUBLISH_TIMEOUT_MS, rules, validate } from './rules.ts';
import { settingsSchema } from './schema.ts';

export const vk: Provider = {
  identifier: 'vk',
  name: 'VK',
  mark: { simpleIcon: 'vk' },
  preview: 'card',
  evidence: {
    kind: 'description',
    what: "VK's own types of its API (@vkontakte/api-schema-typescript 1.5199.0) and a stand-in",
    not: 'VK ID, uploads, errors, how long VK remembers a key, and whether an app gets the right to post',
    since: '2026-11-23',
  },
  connection: { kind: 'oauth' },
  oauth,
  appSetup,
  env: [
    {
      name: 'VK_ID',
      required: false,
      help: 'ID of an app at id.vk.com with the right to post; it lets people connect VK. Its trusted redirect URL is FRONTEND_URL followed by /integrations/social/vk',
    },
    {
      name: 'VK_API_URL',
      required: false,
      help: 'URL of a server in place of https://id.vk.com and https://api.vk.com, for tests',
    },
  ],
  settingsSchema,
  rules,
  // `guid`: VK does not publish a repeat with the same one. How long it remembers is not documented, so the
  // wall is looked at too (verify.ts).
  capability: 'native_key',
  followUps: 'comment',
  publishTimeoutMs: PUBLISH_TIMEOUT_MS,
  settleMs: 5000,
  preparedForMs: PREPARED_MS,
  ...onFirstUse(() => import('./auth.ts'), 'connect', 'refresh'),
  validate,
  ...onFirstUse(() => import('./prepare.ts'), 'prepare'),
  ...onFirstUse(() => import('./publish.ts'), 'publish', 'remove'),
  keyOf,
  ...onFirstUse(() => import('./verify.ts'), 'verify', 'recent'),
  ...onFirstUse(() => import('./analytics.ts'), 'analytics', 'postAnalytics'),
};
