/** Slack: messages by an app's bot in the channels of its workspace (docs.slack.dev/apis/web-api). */
import type { Provider } from '../_kit/contract.ts';
import { onFirstUse } from '../_kit/on-first-use.ts';
import { appSetup } from './app-setup.ts';
import { keyOf } from './api.ts';
import { oauth } from './oauth.ts';
import { KEPT_MS, PUBLISH_TIMEOUT_MS, rules, validate } from './rules.ts';
import { fields, settingsSchema } from './schema.ts';
import { tools } from './tools.ts';

export const slack: Provider = {
  identifier: 'slack',
  name: 'Slack',
  mark: { tabler: 'brand-slack', colour: '#4a154b' },
  preview: 'message',
  evidence: {
    kind: 'stand-in',
    what: 'a stand-in written from docs.slack.dev',
    not: 'anything that the documents do not say',
    since: '2026-11-22',
  },
  connection: { kind: 'credentials', fields },
  oauth,
  appSetup,
  env: [
    {
      name: 'SLACK_ID',
      required: false,
      help: 'Client ID of the client registration at api.slack.com/apps; with SLACK_SECRET it lets people connect Slack in the browser. The redirect URL there is FRONTEND_URL (https) followed by /integrations/social/slack',
    },
    { name: 'SLACK_SECRET', required: false, help: 'Client Secret of that registration' },
    { name: 'SLACK_API_URL', required: false, help: 'URL of the Web API; default https://slack.com/api' },
  ],
  settingsSchema,
  rules,
  // Slack documents no idempotency key for messages (`client_msg_id` is reserved for its own clients), but
  // the metadata of a message can be read, and so can where a file was shared.
  linkCards: 'network',
  capability: 'lookup',
  followUps: 'reply',
  publishTimeoutMs: PUBLISH_TIMEOUT_MS,
  // Slack documents no bound. A message is stored before the call is answered, within seconds; ten times that
  // allows for a call that was cut off in progress, and for a history that is read from a replica.
  settleMs: 30_000,
  preparedForMs: KEPT_MS,
  ...onFirstUse(() => import('./auth.ts'), 'connect'),
  validate,
  ...onFirstUse(() => import('./prepare.ts'), 'prepare'),
  ...onFirstUse(() => import('./publish.ts'), 'publish', 'poll', 'remove'),
  keyOf,
  ...onFirstUse(() => import('./verify.ts'), 'verify'),
  ...onFirstUse(() => import('./analytics.ts'), 'postAnalytics'),
  tools,
};
