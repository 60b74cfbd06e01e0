/**
 * Google Business Profile: posts of a location in Search and Maps, with the Google My Business API v4
 * (developers.google.com/my-business/content/posts-data).
 */
import type { Provider } from '../_kit/contract.ts';
import { onFirstUse } from '../_kit/on-first-use.ts';
import { appSetup } from './app-setup.ts';
import { API, keyOf } from './api.ts';
import { APP, connect, oauth, refresh } from './auth.ts';
import { KEPT_MS, PUBLISH_TIMEOUT_MS, rules, validate } from './rules.ts';
import { settingsSchema } from './schema.ts';

export const gmb: Provider = {
  identifier: 'gmb',
  name: 'Google Business Profile',
  mark: { simpleIcon: 'google' },
  popularity: 13,
  preview: 'card',
  evidence: {
    kind: 'description',
    what: "Google's discovery documents (google-api-python-client 2.202.0) for accounts, locations and numbers; for posts, the types of a client that was generated from Google's own document (google-mybusiness4 7.0.0); a stand-in",
    not: 'the values of enums of a post, and the words of errors, which are from pages of Google alone',
    since: '2026-11-23',
  },
  connection: { kind: 'oauth' },
  oauth,
  appSetup,
  env: [
    {
      name: APP.idVariable,
      required: false,
      help: 'Client ID of an OAuth client of the type Web application at console.cloud.google.com, in a project that Google has approved for Business Profile; with GOOGLE_GMB_CLIENT_SECRET it lets people connect their locations. providers/gmb/gmb.md has the steps',
    },
    { name: APP.secretVariable, required: false, help: 'Client secret of that OAuth client' },
    {
      name: API.urlVariable,
      required: false,
      help: "URL of a server in place of Google's (accounts.google.com, oauth2.googleapis.com and the APIs of Business Profile), for tests",
    },
  ],
  settingsSchema,
  rules,
  fetchesMedia: true,
  // There is no idempotency key; posts can be listed.
  capability: 'lookup',
  followUps: 'none',
  publishTimeoutMs: PUBLISH_TIMEOUT_MS,
  // The first look; a post that is not there yet is given up only later (`afterMs` in verify.ts).
  settleMs: 5_000,
  preparedForMs: KEPT_MS,
  connect,
  refresh,
  validate,
  ...onFirstUse(() => import('./prepare.ts'), 'prepare'),
  ...onFirstUse(() => import('./publish.ts'), 'publish', 'poll', 'remove'),
  keyOf,
  ...onFirstUse(() => import('./verify.ts'), 'verify', 'recent'),
  ...onFirstUse(() => import('./analytics.ts'), 'analytics'),
};
