/** What the stand-in knows: people, Pages, Instagram accounts, tokens, and what was published. */
import type { Exchange } from '../../oracles/exchange.ts';
import type { Fetched, Reach } from './fetch-file.ts';

/** Bounds that tests may lower. */
export interface Limits {
  /** Posts of one Instagram account in 24 hours. */
  readonly posts: number;
  /** Reads of a container with files, or of a video, that still say it is being processed. */
  readonly processingReads: number;
  /** Seconds that a long-lived token of a person or an Instagram account lives. */
  readonly tokenSeconds: number;
}

export const META_LIMITS: Limits = { posts: 100, processingReads: 0, tokenSeconds: 5_184_000 };

/** An Instagram account: of a Page, or on its own. */
export interface Account {
  readonly id: string;
  /** Another one for each app. */
  readonly appScopedId: string;
  readonly username: string;
}

/** A person on Facebook, and the Pages on which the person has a role. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly pages: Page[];
}

export interface Page {
  readonly id: string;
  readonly name: string;
  readonly account: Account | null;
}

/** Of a person, of a Page, or of an Instagram account. */
export interface Token {
  readonly value: string;
  readonly person: Person | null;
  readonly page: Page | null;
  readonly account: Account | null;
  readonly scopes: readonly string[];
  readonly isLong: boolean;
  readonly issuedAt: number;
  readonly expiresAt: number | null;
}

/** What a code is good for. */
export interface Grant {
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly person: Person | null;
  readonly account: Account | null;
}

/** Of Instagram. */
export interface Container {
  readonly id: string;
  readonly account: Account;
  readonly type: 'IMAGE' | 'REELS' | 'VIDEO' | 'STORIES' | 'CAROUSEL';
  readonly isVideo: boolean;
  readonly isItem: boolean;
  readonly caption: string;
  readonly alt: string | null;
  readonly url: string | null;
  readonly children: readonly string[];
  readonly fields: Readonly<Record<string, string>>;
  readonly at: number;
  /** Bytes that were sent; null while they are awaited. */
  bytes: number | null;
  readsLeft: number;
  /** What Instagram says of a file that it cannot use. */
  problem: string | null;
  published: boolean;
}

/** Something that is live: a post, a story, or a comment (`parent`). */
export interface Entry {
  readonly id: string;
  readonly code: string;
  /** The Page or the account that published it. */
  readonly owner: string;
  readonly network: 'facebook' | 'instagram';
  readonly kind: 'post' | 'story' | 'comment';
  readonly text: string;
  /** `IMAGE`, `VIDEO` or `CAROUSEL_ALBUM`; empty without files. */
  readonly type: string;
  /** URLs or ids of its files. */
  readonly files: readonly string[];
  readonly alts: readonly string[];
  /** The people on each file of Instagram. */
  readonly tags?: readonly unknown[];
  readonly parent: string | null;
  readonly fields: Readonly<Record<string, string>>;
  readonly at: number;
  deleted: boolean;
}

/** A photo of a Page that belongs to no post yet. */
export interface Photo {
  readonly id: string;
  readonly page: Page;
  readonly alt: string | null;
  readonly bytes: number;
  used: boolean;
}

/** A video of a Page, in parts until it is whole. */
export interface Video {
  readonly id: string;
  readonly session: string;
  readonly page: Page;
  readonly kind: 'video' | 'story';
  readonly size: number;
  received: number;
  readsLeft: number;
  problem: string | null;
  published: boolean;
  /** Its subtitles, by locale. */
  readonly captions: Map<string, string>;
}

export interface App {
  readonly id: string;
  readonly secret: string;
  readonly redirectUris: readonly string[];
}

export interface State {
  url: string;
  readonly limits: Limits;
  readonly now: () => Date;
  readonly app: App;
  readonly people: Map<string, Person>;
  /** Accounts without a Page. */
  readonly accounts: Map<string, Account>;
  readonly codes: Map<string, Grant>;
  readonly tokens: Map<string, Token>;
  readonly containers: Map<string, Container>;
  readonly photos: Map<string, Photo>;
  readonly videos: Map<string, Video>;
  readonly ledger: Entry[];
  /** Whether tokens are exchanged only as Meta's pages show it: by GET, with everything in the query. */
  readonly onlyAsShown: boolean;
  /** Permissions that people take out of the dialog. */
  readonly withheld: Set<string>;
  /** Whether the same words twice are refused, as Facebook does at times. */
  refusesDuplicates: boolean;
  /** Whether the next files can be used; words of the documents if not. */
  failing: string | null;
  /** What the `uri` of a container begins with; null = as in Meta's documents, on this server. */
  uploads: string | null;
  readonly files: Fetched;
  readonly reach?: Reach;
  readonly record: (exchange: Exchange) => void;
  nextId: bigint;
}

export const nextId = (state: State): string => String(state.nextId++);

export const liveOf = (state: State, id: string): Entry | undefined =>
  state.ledger.find((entry) => entry.id === id && !entry.deleted);

/** As the Graph API writes times. */
export const timestamp = (at: number): string => new Date(at).toISOString().replace(/\.\d+Z$/, '+0000');
