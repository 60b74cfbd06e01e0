/** Dribbble: shots (developer.dribbble.com/v2/shots). */
import type { Provider } from '../_kit/contract.ts';
import { idOf } from '../_kit/identity.ts';
import { onFirstUse } from '../_kit/on-first-use.ts';
import { appSetup } from './app-setup.ts';
import { connect, oauth } from './auth.ts';
import { PUBLISH_TIMEOUT_MS, rules, validate } from './rules.ts';
import { settingsSchema } from './schema.ts';
import { tools } from './tools.ts';

export const dribbble: Provider = {
  identifier: 'dribbble',
  name: 'Dribbble',
  mark: { simpleIcon: 'dribbble' },
  preview: 'card',
  evidence: {
    kind: 'stand-in',
    what: 'a stand-in written from developer.dribbble.com/v2',
    not: 'anything that the documents do not say, such as how words of a description are changed, and whether shots of a team are listed',
    since: '2026-11-23',
    doubt:
      "the sizes of a picture: the API's document names 400 × 300 and 800 × 600, and is older than the site",
  },
  connection: { kind: 'oauth' },
  oauth,
  appSetup,
  env: [
    {
      name: 'DRIBBBLE_CLIENT_ID',
      required: false,
      help: 'Client ID of an application at dribbble.com/account/applications; with DRIBBBLE_CLIENT_SECRET it lets people connect Dribbble. Its callback URL is FRONTEND_URL followed by /integrations/social/dribbble',
    },
    { name: 'DRIBBBLE_CLIENT_SECRET', required: false, help: 'Client secret of that application' },
    {
      name: 'DRIBBBLE_API_URL',
      required: false,
      help: 'URL of a server in place of https://api.dribbble.com and https://dribbble.com, for tests',
    },
  ],
  settingsSchema,
  rules,
  // A lost shot is looked for by its title among the account's own.
  capability: 'lookup',
  // Version 2 of the API has no comments.
  followUps: 'none',
  publishTimeoutMs: PUBLISH_TIMEOUT_MS,
  // For finds alone it may be this short: `verify` knows how long an absence must have lasted.
  settleMs: 5_000,
  preparedForMs: null,
  connect,
  validate,
  ...onFirstUse(() => import('./prepare.ts'), 'prepare'),
  ...onFirstUse(() => import('./publish.ts'), 'publish', 'poll', 'remove'),
  keyOf: (post) => idOf(post, /\/shots\/(\d+)/),
  ...onFirstUse(() => import('./verify.ts'), 'verify', 'recent'),
  tools,
};
