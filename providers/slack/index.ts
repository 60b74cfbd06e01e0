/** Slack: messages of an app's bot to a channel of its workspace (docs.slack.dev/apis/web-api). */
import type { Provider } from '../_kit/contract.ts';
import { connect, fields } from './auth.ts';
import { postAnalytics, tools } from './insights.ts';
import { oauth } from './oauth.ts';
import { poll, prepare, publish, PUBLISH_TIMEOUT_MS, remove } from './publish.ts';
import { rules, validate } from './rules.ts';
import { settingsSchema } from './schema.ts';
import { verify } from './verify.ts';

export const slack: Provider = {
  identifier: 'slack',
  name: 'Slack',
  connection: { kind: 'credentials', fields },
  oauth,
  env: [
    {
      name: 'SLACK_ID',
      required: false,
      help: 'Client ID of the client registration at api.slack.com/apps; with SLACK_SECRET it lets people connect Slack in the browser. The redirect URL there is FRONTEND_URL (https) followed by /integrations/social/slack',
    },
    { name: 'SLACK_SECRET', required: false, help: 'Client Secret of that registration' },
    {
      name: 'SLACK_API_URL',
      required: false,
      help: 'Address of the Web API, for a local stand-in; default https://slack.com/api',
    },
  ],
  settingsSchema,
  rules,
  // Slack documents no idempotency key for messages (`client_msg_id` is kept for its own clients), but the
  // metadata of a message can be read back, and so can the place where a file was shared.
  capability: 'lookup',
  followUps: 'reply',
  publishTimeoutMs: PUBLISH_TIMEOUT_MS,
  // Slack names no bound. A message is stored before the call is answered, within seconds; ten times that
  // leaves room for a call that was cut off while it worked, and for a history that is read from a copy.
  settleMs: 30_000,
  connect,
  validate,
  prepare,
  publish,
  poll,
  verify,
  remove,
  postAnalytics,
  tools,
};
