/**
 * Fields to connect a server, settings of a post, limits, and the facts about a server that a channel keeps.
 */
import type { ConnectField, Json, JsonSchema } from '../_kit/contract.ts';
import { embedsField } from './schema/embeds.ts';
import { pollField } from '../_kit/poll.ts';

export const fields: readonly ConnectField[] = [
  {
    name: 'guild',
    label: 'Server ID',
    secret: false,
    required: true,
    env: 'DISCORD_GUILD_ID',
    known: ({ internalId }) => internalId,
    help: 'In Discord: User Settings, Advanced, Developer Mode; then right-click the server, Copy Server ID',
  },
  {
    name: 'token',
    label: 'Bot token',
    secret: true,
    required: true,
    env: 'DISCORD_BOT_TOKEN_ID',
    help:
      'discord.com/developers/applications, your application, Bot, Reset Token. Invite the bot with View ' +
      'Channels, Send Messages, Send Messages in Threads, Create Public Threads, Attach Files, Embed ' +
      'Links and Read Message History',
  },
];

const MIB = 1024 ** 2;

/** Limits of the API, sizes in bytes (resources/message; reference, "Uploading Files", September 2026). */
export const LIMITS = {
  content: 2000,
  description: 1024,
  attachments: 10,
  threadName: 100,
  /** `applied_tags` (resources/channel). */
  tags: 5,
  /** Per file, by the server's boost tier 0 to 3 (Server Boosting FAQ). */
  file: [20 * MIB, 20 * MIB, 50 * MIB, 100 * MIB],
  /** The whole request; a single file may be larger if boosts allow it. */
  request: 25 * MIB,
} as const;

const flag = (description: string): JsonSchema => ({ type: ['boolean', 'null'], description });

/** Parameters of a poll (resources/poll, "Poll Create Request Object" and "Poll Media Object"). */
const poll = pollField(
  { options: 10, length: 55 },
  {
    question: {
      type: ['string', 'null'],
      maxLength: 300,
      description: 'Question of the poll; default: the text of the post, which otherwise stands above it',
    },
    multiple: flag('Whether people may choose several answers'),
    hours: {
      type: ['integer', 'null'],
      minimum: 1,
      maximum: 768,
      title: 'Duration',
      'x-unit': 'hour',
      examples: [1, 4, 8, 24, 72, 168, 336],
      description: 'How long the poll is open, up to 32 days; default: a day',
    },
  },
  'Poll in the message; posts of a forum have none',
);

/**
 * `channel`: snowflake of a text, announcement, forum or media channel of the server, or of a thread in it.
 */
export const settingsSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    __type: { const: 'discord' },
    // The pattern accepts the empty string, so that only `minLength` rejects it: a draft may lack the value.
    channel: {
      type: 'string',
      minLength: 1,
      pattern: '^[0-9]{0,20}$',
      description: 'ID of the channel to post in, as a string of digits; the tool `channels` lists them',
    },
    silent: flag('Whether nobody is notified by push or on the desktop'),
    suppress_embeds: flag('Whether the previews of links are left out'),
    tags: {
      type: ['array', 'null'],
      maxItems: LIMITS.tags,
      items: { type: 'string', minLength: 1, maxLength: 100 },
      description: 'Tags of a post in a forum, up to 5, by name or ID; the tool `tags` lists them',
    },
    embeds: embedsField,
    poll,
  },
  required: ['channel'],
};

/** Bytes reserved in a request for the text and the multipart framing. */
const FRAMING = 64 * 1024;

/** What `connect` learned about the server, kept in `channel.details`. */
export interface ServerDetails {
  /** Id of the bot's user, the author of what is published. */
  readonly botId: string;
  /** Boost tier, 0 to 3, when the server was last read (prepare/boosts.ts). */
  readonly premiumTier: number;
}

/** The details of a channel; defaults are those of a server without boosts. */
export function readDetails(details: Readonly<Record<string, Json>>): ServerDetails {
  return {
    botId: typeof details.botId === 'string' ? details.botId : '',
    premiumTier: typeof details.premiumTier === 'number' ? details.premiumTier : 0,
  };
}

/** Maximum bytes of one file, and of all files of a message. */
export function sizeLimits(details: Readonly<Record<string, Json>>): { file: number; all: number } {
  const file = LIMITS.file[readDetails(details).premiumTier] ?? LIMITS.file[0];
  return { file, all: Math.max(LIMITS.request - FRAMING, file) };
}
