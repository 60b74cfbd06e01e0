/**
 * Fields to connect a workspace, settings of a post, and the facts about a workspace that a channel keeps.
 */
import type { ConnectField, JsonSchema } from '../_kit/contract.ts';

/** Without these a post would fail when it is due, or could not be found again after a lost answer. */
export const NEEDED_SCOPES = [
  'chat:write',
  'channels:read',
  'groups:read',
  'channels:history',
  'groups:history',
  'files:read',
  'files:write',
  'users:read',
] as const;
/** Optional: joining public channels, and reading the number of reactions. */
export const FURTHER_SCOPES = ['channels:join', 'reactions:read'] as const;

export const fields: readonly ConnectField[] = [
  {
    name: 'token',
    label: 'Bot token',
    secret: true,
    required: true,
    env: 'SLACK_TOKEN',
    help:
      'api.slack.com/apps, your app, OAuth & Permissions: add the bot scopes ' +
      `${[...NEEDED_SCOPES, ...FURTHER_SCOPES].join(', ')}, install it, and copy the "Bot User OAuth ` +
      'Token" (xoxb-…)',
  },
];

export const settingsSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    __type: { const: 'slack' },
    channel: {
      type: 'string',
      minLength: 1,
      maxLength: 100,
      description:
        'ID of the conversation to post in, such as C0123456789 (not its name); the tool `channels` lists ' +
        'them',
    },
    unfurl_links: {
      type: ['boolean', 'null'],
      default: false,
      description: 'Whether Slack shows previews of pages that are linked',
    },
    unfurl_media: {
      type: ['boolean', 'null'],
      default: true,
      description: 'Whether Slack shows pictures and videos that are linked',
    },
  },
  required: ['channel'],
};

/** What `connect` learned about the workspace, kept in `channel.details`. */
export interface WorkspaceDetails {
  readonly teamId: string;
  readonly teamName: string;
  /** For example `https://ada.slack.com/`; URLs of messages begin with it. */
  readonly workspaceUrl: string;
  /** The app, as the author of its messages. */
  readonly botUserId: string;
  readonly botId: string;
  readonly scopes: readonly string[];
}
