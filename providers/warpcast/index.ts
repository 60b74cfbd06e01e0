/** Farcaster: casts of an account, with the API of Neynar (docs.neynar.com; docs.farcaster.xyz). */
import type { Provider } from '../_kit/contract.ts';
import { idOf } from '../_kit/identity.ts';
import { onFirstUse } from '../_kit/on-first-use.ts';
import { appSetup } from './app-setup.ts';
import { hashesOf } from './api.ts';
import { oauth } from './oauth.ts';
import { PUBLISH_TIMEOUT_MS, rules, validate } from './rules.ts';
import { settingsSchema } from './schema.ts';
import { tools } from './tools.ts';

export const warpcast: Provider = {
  identifier: 'warpcast',
  name: 'Farcaster',
  mark: { simpleIcon: 'farcaster' },
  preview: 'short',
  evidence: {
    kind: 'description',
    what: "Neynar's own OpenAPI document 3.174.0, its client for Node.js (@neynar/nodejs-sdk 3.177.0) and a stand-in",
    not: 'the words of errors, how long a key is kept, and what Farcaster does when a person says no, which nobody documents',
    since: '2026-11-23',
  },
  aliases: ['wrapcast'],
  connection: { kind: 'oauth' },
  oauth,
  appSetup,
  env: [
    {
      name: 'NEYNAR_CLIENT_ID',
      required: false,
      help: 'Client ID of an app at dev.neynar.com; with NEYNAR_SECRET_KEY and FARCASTER_DEVELOPER_MNEMONIC it lets people connect Farcaster',
    },
    { name: 'NEYNAR_SECRET_KEY', required: false, help: 'API key of that app' },
    {
      name: 'FARCASTER_DEVELOPER_MNEMONIC',
      required: false,
      help: 'Recovery phrase of the Farcaster account in whose name people are asked for their approval; use an account made for this',
    },
    {
      name: 'NEYNAR_SPONSOR_SIGNERS',
      required: false,
      help: '"true": Neynar pays Farcaster\'s fee for each approval, and charges credits of the app for it. Default: the person who approves pays',
    },
    {
      name: 'NEYNAR_API_URL',
      required: false,
      help: 'URL of a server in place of https://api.neynar.com, for tests',
    },
  ],
  settingsSchema,
  rules,
  // Each cast has a key (`idem`); as its life is not documented, the account's casts are read first.
  capability: 'native_key',
  fetchesMedia: true,
  followUps: 'reply',
  publishTimeoutMs: PUBLISH_TIMEOUT_MS,
  settleMs: 5_000,
  preparedForMs: null,
  ...onFirstUse(() => import('./auth.ts'), 'connect'),
  validate,
  ...onFirstUse(() => import('./prepare.ts'), 'prepare'),
  ...onFirstUse(() => import('./publish.ts'), 'publish', 'remove'),
  keyOf: idOf,
  keysOf: hashesOf,
  ...onFirstUse(() => import('./verify.ts'), 'verify', 'recent'),
  ...onFirstUse(() => import('./analytics.ts'), 'analytics', 'postAnalytics'),
  tools,
};
