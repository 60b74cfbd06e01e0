/** Settings of a post, and the facts about a workspace that a channel keeps. */
import type { JsonSchema } from '../_kit/contract.ts';

/** Where the post goes: the id of a conversation, as the tool `channels` lists them. */
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
        'Id of the conversation to post in, such as C0123456789 (not its name); the tool `channels` lists them',
    },
  },
  required: ['channel'],
};

/** Settings that passed the schema. */
export interface SlackSettings {
  readonly channel: string;
}

/** What `connect` learned. Kept in `channel.details`. */
export interface WorkspaceDetails {
  readonly teamId: string;
  readonly teamName: string;
  /** Address of the workspace, e.g. `https://ada.slack.com/`; addresses of messages begin with it. */
  readonly workspaceUrl: string;
  /** The app as the author of its messages. */
  readonly botUserId: string;
  readonly botId: string;
  readonly scopes: readonly string[];
}
