/**
 * The stand-in's state: bots, servers ("guilds"), channels and threads, the ledger of messages, nonces and
 * rate limits.
 */
import { randomBytes } from 'node:crypto';
import type { Embed } from './embeds.ts';
import type { Poll } from './polls.ts';

/** Channel types (resources/channel, "Channel Types"). */
export const TYPE = {
  text: 0,
  voice: 2,
  category: 4,
  announcement: 5,
  announcementThread: 10,
  publicThread: 11,
  forum: 15,
  media: 16,
} as const;

/** The permissions that the stand-in enforces; a channel can deny any of them to bots. */
export type Permission =
  | 'VIEW_CHANNEL'
  | 'SEND_MESSAGES'
  | 'ATTACH_FILES'
  | 'EMBED_LINKS'
  | 'READ_MESSAGE_HISTORY'
  | 'MENTION_EVERYONE'
  | 'CREATE_PUBLIC_THREADS'
  | 'SEND_MESSAGES_IN_THREADS'
  | 'MANAGE_THREADS'
  | 'MANAGE_MESSAGES';

/** The permissions of a bot after a normal invitation, which does not let it manage others' messages. */
export const USUAL: readonly Permission[] = [
  'VIEW_CHANNEL',
  'SEND_MESSAGES',
  'ATTACH_FILES',
  'EMBED_LINKS',
  'READ_MESSAGE_HISTORY',
  'CREATE_PUBLIC_THREADS',
  'SEND_MESSAGES_IN_THREADS',
];

/** Sizes are in bytes, times in milliseconds. */
export interface Limits {
  readonly contentLength: number;
  readonly descriptionLength: number;
  readonly attachments: number;
  /** Maximum size of a file, by boost tier 0 to 3. */
  readonly fileBytes: readonly [number, number, number, number];
  readonly requestBytes: number;
  /** How long a nonce is remembered ("the past few minutes"). */
  readonly nonceMs: number;
  /** New messages per channel within `bucketMs`. */
  readonly messagesPerBucket: number;
  readonly bucketMs: number;
  readonly requestsPerSecond: number;
}

const MIB = 1024 ** 2;

/**
 * Discord's own values (reference, "Uploading Files"; resources/message; topics/rate-limits). The message
 * bucket is not documented; it is what Discord's responses show.
 */
export const DISCORD_LIMITS: Limits = {
  contentLength: 2000,
  descriptionLength: 1024,
  attachments: 10,
  fileBytes: [20 * MIB, 20 * MIB, 50 * MIB, 100 * MIB],
  requestBytes: 25 * MIB,
  nonceMs: 180_000,
  messagesPerBucket: 5,
  bucketMs: 5000,
  requestsPerSecond: 50,
};

export interface Bot {
  readonly id: string;
  readonly username: string;
  token: string;
}

/** A server. `bots` holds the ids of the bots in it. */
export interface Guild {
  readonly id: string;
  readonly name: string;
  premiumTier: 0 | 1 | 2 | 3;
  readonly bots: Set<string>;
  readonly roles: { readonly id: string; readonly name: string }[];
  readonly people: { readonly id: string; readonly username: string; readonly nick: string | null }[];
}

/** A channel or thread. `permissions` apply to every bot; a thread uses its parent's. */
export interface Channel {
  readonly id: string;
  readonly guildId: string;
  readonly type: number;
  readonly name: string;
  readonly parentId: string | null;
  readonly ownerId: string | null;
  readonly permissions: Set<Permission>;
  /** Whether posts in this forum need a tag. */
  readonly requireTag: boolean;
  /** Of a forum: `available_tags`. */
  readonly tags: readonly { readonly id: string; readonly name: string }[];
  /** Of a post in a forum: the ids of its tags. */
  readonly appliedTags: readonly string[];
  lastMessageId: string | null;
  archived: boolean;
  /** When that was changed last, in ISO 8601; no two threads have the same. */
  archivedAt: string;
  locked: boolean;
}

/** An attached file; `sha256` is in hexadecimal. */
export interface Attachment {
  readonly id: string;
  readonly filename: string;
  readonly description: string | null;
  readonly contentType: string;
  readonly size: number;
  readonly sha256: string;
}

/** An accepted message. It stays in the ledger after its deletion, with `deletedAt`. */
export interface LedgerEntry {
  readonly id: string;
  readonly channelId: string;
  readonly authorId: string;
  /** 0 is a message; 18 and 21 are system messages about threads. */
  readonly type: number;
  readonly content: string;
  readonly attachments: readonly Attachment[];
  readonly flags: number;
  readonly embeds: readonly Embed[];
  readonly poll: Poll | null;
  readonly nonce: string | null;
  readonly mentionEveryone: boolean;
  readonly mentions: readonly string[];
  readonly mentionRoles: readonly string[];
  reactions: { readonly emoji: string; readonly count: number }[];
  /** ISO 8601. */
  readonly timestamp: string;
  deletedAt: string | null;
}

export interface State {
  url: string;
  readonly limits: Limits;
  readonly now: () => Date;
  readonly bots: Bot[];
  readonly guilds: Map<string, Guild>;
  readonly channels: Map<string, Channel>;
  readonly ledger: LedgerEntry[];
  /** `author:nonce` → the message and the time of its creation. */
  readonly nonces: Map<string, { id: string; at: number }>;
  /** `bot:bucket` → the requests in the current window. */
  readonly windows: Map<string, { start: number; count: number }>;
  nextId(): string;
}

const DISCORD_EPOCH = 1_420_070_400_000n;

/** Makes snowflakes: milliseconds since 2015 in the upper 42 bits, strictly increasing, strings in JSON. */
export function idMaker(now: () => Date): () => string {
  let last = 0n;
  return () => {
    const wanted = (BigInt(now().getTime()) - DISCORD_EPOCH) << 22n;
    last = wanted > last ? wanted : last + 1n;
    return String(last);
  };
}

/** Makes a token of the usual form: the id in base64, a timestamp, a secret. */
export function makeToken(id: string): string {
  return [Buffer.from(id), randomBytes(4), randomBytes(28)]
    .map((part) => part.toString('base64url'))
    .join('.');
}

export const isThread = (channel: Pick<Channel, 'type'>): boolean =>
  channel.type === TYPE.announcementThread || channel.type === TYPE.publicThread;

/** A forum holds threads only. */
export const isForum = (channel: Pick<Channel, 'type'>): boolean =>
  channel.type === TYPE.forum || channel.type === TYPE.media;
