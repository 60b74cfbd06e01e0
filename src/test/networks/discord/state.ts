/**
 * What the stand-in knows: bots, servers ("guilds"), channels and threads, the ledger of messages, nonces,
 * rate limits.
 */
import { randomBytes } from 'node:crypto';

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

/** Permissions that the stand-in knows; a channel may deny each to the bots. */
export type Permission =
  | 'VIEW_CHANNEL'
  | 'SEND_MESSAGES'
  | 'ATTACH_FILES'
  | 'READ_MESSAGE_HISTORY'
  | 'MENTION_EVERYONE'
  | 'CREATE_PUBLIC_THREADS'
  | 'SEND_MESSAGES_IN_THREADS'
  | 'MANAGE_THREADS'
  | 'MANAGE_MESSAGES';

/** What a bot gets when it is invited as usual; the right to manage what others wrote is not among it. */
export const USUAL: readonly Permission[] = [
  'VIEW_CHANNEL',
  'SEND_MESSAGES',
  'ATTACH_FILES',
  'READ_MESSAGE_HISTORY',
  'CREATE_PUBLIC_THREADS',
  'SEND_MESSAGES_IN_THREADS',
];

/** Limits; sizes in bytes, times in milliseconds. */
export interface Limits {
  readonly contentLength: number;
  readonly descriptionLength: number;
  readonly attachments: number;
  /** Per file, by boost tier 0 to 3. */
  readonly fileBytes: readonly [number, number, number, number];
  readonly requestBytes: number;
  /** How long a nonce is remembered: "the past few minutes". */
  readonly nonceMs: number;
  /** New messages per channel in `bucketMs`. */
  readonly messagesPerBucket: number;
  readonly bucketMs: number;
  readonly requestsPerSecond: number;
}

const MIB = 1024 ** 2;

/**
 * Discord's own values (reference, "Uploading Files"; resources/message; topics/rate-limits); the message
 * bucket is what it answers today.
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

/** A bot and its token. */
export interface Bot {
  readonly id: string;
  readonly username: string;
  token: string;
}

/** A server. `bots` = ids of the bots that were invited. */
export interface Guild {
  readonly id: string;
  readonly name: string;
  premiumTier: 0 | 1 | 2 | 3;
  readonly bots: Set<string>;
  readonly roles: { readonly id: string; readonly name: string }[];
  readonly people: { readonly id: string; readonly username: string; readonly nick: string | null }[];
}

/** A channel or thread. `permissions` are those of every bot in it; a thread has its parent's. */
export interface Channel {
  readonly id: string;
  readonly guildId: string;
  readonly type: number;
  readonly name: string;
  readonly parentId: string | null;
  readonly ownerId: string | null;
  readonly permissions: Set<Permission>;
  /** Forum: a tag is required. */
  readonly requireTag: boolean;
  lastMessageId: string | null;
  archived: boolean;
  locked: boolean;
}

/** A file of a message; `sha256` of the bytes in hexadecimal. */
export interface Attachment {
  readonly id: string;
  readonly filename: string;
  readonly description: string | null;
  readonly contentType: string;
  readonly size: number;
  readonly sha256: string;
}

/** One accepted message. It stays in the ledger after its deletion, with `deletedAt`. */
export interface LedgerEntry {
  readonly id: string;
  readonly channelId: string;
  readonly authorId: string;
  /** 0 = a message, 18 and 21 = notes of the server about threads. */
  readonly type: number;
  readonly content: string;
  readonly attachments: readonly Attachment[];
  readonly nonce: string | null;
  readonly mentionEveryone: boolean;
  readonly mentions: readonly string[];
  readonly mentionRoles: readonly string[];
  reactions: { readonly emoji: string; readonly count: number }[];
  /** ISO 8601. */
  readonly timestamp: string;
  deletedAt: string | null;
}

/** Everything of one running stand-in. */
export interface State {
  url: string;
  readonly limits: Limits;
  readonly now: () => Date;
  readonly bots: Bot[];
  readonly guilds: Map<string, Guild>;
  readonly channels: Map<string, Channel>;
  readonly ledger: LedgerEntry[];
  /** `author:nonce` → the message and when it was made. */
  readonly nonces: Map<string, { id: string; at: number }>;
  /** Who, where → the requests of the open window. */
  readonly windows: Map<string, { start: number; count: number }>;
  nextId(): string;
}

const DISCORD_EPOCH = 1_420_070_400_000n;

/** Snowflakes: milliseconds since 2015 in the upper 42 bits; always growing, always strings in JSON. */
export function idMaker(now: () => Date): () => string {
  let last = 0n;
  return () => {
    const wanted = (BigInt(now().getTime()) - DISCORD_EPOCH) << 22n;
    last = wanted > last ? wanted : last + 1n;
    return String(last);
  };
}

/** A token in the form of real ones: the id in base64, a time, a secret. */
export function makeToken(id: string): string {
  return `${Buffer.from(id).toString('base64url')}.${randomBytes(4).toString('base64url')}.${randomBytes(28).toString('base64url')}`;
}

/** Whether a channel is a thread. */
export const isThread = (channel: Pick<Channel, 'type'>): boolean =>
  channel.type === TYPE.announcementThread || channel.type === TYPE.publicThread;

/** Whether a channel holds threads only. */
export const isForum = (channel: Pick<Channel, 'type'>): boolean =>
  channel.type === TYPE.forum || channel.type === TYPE.media;
