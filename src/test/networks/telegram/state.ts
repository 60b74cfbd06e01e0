/**
 * The stand-in's state: bots, chats with their topics and members, the ledger of messages, and the failures
 * that a test has set up.
 */
import { randomBytes } from 'node:crypto';
import type { Extras } from './extras.ts';
import type { Poll } from './polls.ts';

/**
 * Limits of the Bot API (core.telegram.org/bots/api). Sizes are in bytes, lengths in UTF-16 code units
 * without markup.
 */
export interface Limits {
  readonly textLength: number;
  readonly captionLength: number;
  readonly photoBytes: number;
  /** The largest request that the web server accepts. */
  readonly bodyBytes: number;
  /** Messages per group and window (core.telegram.org/bots/faq: 20 per minute). */
  readonly groupMessages: number;
  readonly groupWindowMs: number;
  /** The age up to which a message can be deleted. */
  readonly deletableMs: number;
}

/** Telegram's own values. */
export const TELEGRAM_LIMITS: Limits = {
  textLength: 4096,
  captionLength: 1024,
  photoBytes: 10 * 1024 ** 2,
  bodyBytes: 50 * 1024 ** 2 + 64 * 1024,
  groupMessages: 20,
  groupWindowMs: 60_000,
  deletableMs: 48 * 3_600_000,
};

export interface Bot {
  readonly id: number;
  readonly username: string;
  readonly token: string;
  revoked: boolean;
  webhook: boolean;
}

/** A member's permissions, named as in the Bot API's ChatMember and ChatPermissions. */
export interface Rights {
  can_post_messages: boolean;
  can_send_messages: boolean;
  can_send_photos: boolean;
  can_send_videos: boolean;
  can_send_other_messages: boolean;
  can_send_polls: boolean;
}

export type MemberStatus = 'administrator' | 'member' | 'restricted' | 'left' | 'kicked';

/** A bot's membership in a chat. */
export interface Member {
  status: MemberStatus;
  rights: Partial<Rights>;
}

export interface Chat {
  readonly id: number;
  readonly type: 'channel' | 'supergroup' | 'group' | 'private';
  readonly title: string;
  readonly username: string | null;
  readonly forum: boolean;
  readonly topics: Map<number, { closed: boolean }>;
  readonly members: Map<number, Member>;
  /** The permissions of members who are not administrators. */
  readonly permissions: Rights;
  readonly memberCount: number;
  migratedTo: number | null;
  /** Whether the person in this private chat has blocked the bot. */
  blocked: boolean;
  lastMessageId: number;
}

/** A received file. */
export interface StoredFile {
  readonly kind: 'photo' | 'video' | 'animation' | 'document';
  readonly fileName: string;
  readonly mime: string;
  readonly size: number;
  /** In hexadecimal. */
  readonly sha256: string;
  /** Whether it is hidden until people tap it. */
  readonly spoiler: boolean;
}

/**
 * An accepted message, which stays in the ledger after its deletion. An album is several messages with the
 * same `mediaGroupId`.
 */
export interface LedgerEntry {
  readonly id: number;
  readonly chatId: number;
  readonly threadId: number | null;
  readonly botId: number;
  /** The text or caption without markup. */
  readonly text: string;
  readonly entities: readonly {
    readonly type: string;
    readonly offset: number;
    readonly length: number;
    readonly url?: string;
  }[];
  readonly file: StoredFile | null;
  readonly poll: Poll | null;
  readonly extras: Extras;
  readonly mediaGroupId: string | null;
  readonly replyTo: number | null;
  /** Unix time in seconds. */
  readonly date: number;
  deletedAt: string | null;
}

/** How the next requests fail. */
export interface Armed {
  /**
   * The item of the next album, counted from 1, that fails after the ones before it were sent; 0 for none.
   */
  albumFailsAt: number;
}

export interface State {
  readonly limits: Limits;
  readonly now: () => Date;
  readonly bots: Map<string, Bot>;
  readonly chats: Map<number, Chat>;
  readonly ledger: LedgerEntry[];
  /** Chat id → times of the messages in the current window, in milliseconds. */
  readonly recent: Map<number, number[]>;
  readonly armed: Armed;
}

/** Creates a bot with a token of the usual form: the bot's id, a colon, 35 characters. */
export function addBot(state: State, username: string): Bot {
  const id = 7_000_000_000 + state.bots.size + 1;
  const bot: Bot = {
    id,
    username,
    token: `${id}:AA${randomBytes(25).toString('base64url').slice(0, 33)}`,
    revoked: false,
    webhook: false,
  };
  state.bots.set(bot.token, bot);
  return bot;
}

export type NewChat = Partial<Pick<Chat, 'type' | 'title' | 'username' | 'forum' | 'memberCount'>> & {
  topics?: readonly number[];
  permissions?: Partial<Rights>;
};

/**
 * Creates a chat without members. Ids are in the usual ranges: -100… for channels and supergroups, negative
 * for groups.
 */
export function addChat(state: State, fields: NewChat): Chat {
  const type = fields.type ?? 'channel';
  const n = state.chats.size + 1;
  const id = {
    channel: -1_001_000_000_000 - n,
    supergroup: -1_002_000_000_000 - n,
    group: -400_000_000 - n,
    private: 500_000_000 + n,
  }[type];
  const chat: Chat = {
    id,
    type,
    title: fields.title ?? 'News',
    username: fields.username ?? null,
    forum: fields.forum ?? Boolean(fields.topics),
    memberCount: fields.memberCount ?? 42,
    topics: new Map((fields.topics ?? []).map((topic) => [topic, { closed: false }])),
    members: new Map(),
    migratedTo: null,
    blocked: false,
    lastMessageId: 0,
    permissions: {
      can_post_messages: false,
      can_send_messages: true,
      can_send_photos: true,
      can_send_videos: true,
      can_send_other_messages: true,
      can_send_polls: true,
      ...fields.permissions,
    },
  };
  state.chats.set(id, chat);
  return chat;
}
