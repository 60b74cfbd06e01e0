/** listmonk: email campaigns, with the API of your own server (listmonk.app/docs/apis/campaigns). */
import type { Provider } from '../_kit/contract.ts';
import { hostIn } from '../_kit/host-of.ts';
import { idOf } from '../_kit/identity.ts';
import { onFirstUse } from '../_kit/on-first-use.ts';
import { PUBLISH_TIMEOUT_MS, rules, validate } from './rules.ts';
import { fields, readDetails, settingsSchema } from './schema.ts';
import { tools } from './tools.ts';

export const listmonk: Provider = {
  identifier: 'listmonk',
  name: 'ListMonk',
  mark: { simpleIcon: 'listmonk' },
  preview: 'article',
  evidence: {
    kind: 'own server',
    what: 'listmonk 1.1.0',
    not:
      'what newer versions do differently (API users, permissions, the shape of some answers), which a front of ' +
      'ours adds; listmonk 6.2.0 itself was tried by hand in November 2026',
    since: '2026-11-23',
  },
  connection: { kind: 'credentials', fields },
  env: [
    {
      name: 'LISTMONK_URL',
      required: false,
      help: 'Default server for new channels; may use plain http, otherwise only allowed on this machine',
    },
  ],
  settingsSchema,
  rules,
  // `prepare` creates a draft, and the one call starts it by its id: however often it is repeated, it is the
  // same campaign, and one that has begun cannot be started again. If the post is cancelled or rejected in
  // between, the draft stays in listmonk; a later attempt finds it by the name.
  capability: 'client_id',
  followUps: 'none',
  hostOf: ({ details }) => hostIn(readDetails(details).baseUrl),
  publishTimeoutMs: PUBLISH_TIMEOUT_MS,
  settleMs: 5000,
  // A draft and the files in the library stay until they are deleted.
  preparedForMs: null,
  ...onFirstUse(() => import('./auth.ts'), 'connect'),
  validate,
  ...onFirstUse(() => import('./prepare.ts'), 'prepare'),
  ...onFirstUse(() => import('./publish.ts'), 'publish'),
  keyOf: idOf,
  ...onFirstUse(() => import('./verify.ts'), 'verify', 'recent'),
  // No `remove`: a mail cannot be taken back. Cancelling a campaign, or deleting it from listmonk's list,
  // leaves the mails that were sent in every inbox.
  ...onFirstUse(() => import('./analytics.ts'), 'postAnalytics'),
  tools,
};
