/** Settings of a post, Discord's limits, and the facts about a server that a channel keeps. */
import type { Json, JsonSchema } from '../_kit/contract.ts';

/**
 * `channel` = snowflake of a text, announcement, forum or media channel of the connected server, or of a
 * thread in it.
 */
export const settingsSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    __type: { const: 'discord' },
    // An empty text fails by its length alone, so that a draft may hold it.
    channel: {
      type: 'string',
      minLength: 1,
      pattern: '^[0-9]{0,20}$',
      description: 'Id of the channel to post in, digits as text; the tool `channels` lists them',
    },
  },
  required: ['channel'],
};

const MIB = 1024 ** 2;

/**
 * Limits of the API (resources/message; reference, "Uploading Files", as of September 2026). Sizes in bytes.
 */
export const LIMITS = {
  content: 2000,
  description: 1024,
  attachments: 10,
  threadName: 100,
  /**
   * Per file, by the server's boost tier 0 to 3; what is above the default is what boosting buys (Server
   * Boosting FAQ).
   */
  file: [20 * MIB, 20 * MIB, 50 * MIB, 100 * MIB],
  /** The whole request; a single file may be larger where boosts allow it. */
  request: 25 * MIB,
} as const;

/** Room in a request for the text and the frame of the files. */
const FRAME = 64 * 1024;

/** What `connect` learned. Kept in `channel.details`. */
export interface ServerDetails {
  /** Id of the user that the bot is: the author of what is published. */
  readonly botId: string;
  /** Boost tier, 0 to 3, when the channel was connected. */
  readonly premiumTier: number;
}

/** The details of a channel; what is missing is what a server without boosts has. */
export function readDetails(details: Readonly<Record<string, Json>>): ServerDetails {
  return {
    botId: typeof details.botId === 'string' ? details.botId : '',
    premiumTier: typeof details.premiumTier === 'number' ? details.premiumTier : 0,
  };
}

/** Bytes that one file, and all files of a message, may have. */
export function sizeLimits(details: Readonly<Record<string, Json>>): { file: number; all: number } {
  const file = LIMITS.file[readDetails(details).premiumTier] ?? LIMITS.file[0];
  return { file, all: Math.max(LIMITS.request - FRAME, file) };
}
