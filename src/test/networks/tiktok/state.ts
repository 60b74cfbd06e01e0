/** What the stand-in knows: accounts, tokens, uploads and posts. */
import type { App, Grant, Grants } from '../_shared/grants.ts';

/** Bounds that tests may lower. */
export interface Limits {
  readonly tokenSeconds: number;
  /** Requests to begin a post, of one token in a minute. */
  readonly inits: number;
  /** Direct posts of one account in 24 hours. */
  readonly posts: number;
}

/** What TikTok's pages say; the posts of a day are what apps report. */
export const TIKTOK_LIMITS: Limits = { tokenSeconds: 7200, inits: 6, posts: 15 };

/** How the next requests behave. */
export interface Armed {
  /** How many reads of a post's status still say that TikTok works on it. */
  processingReads: number;
  /** How many reads after that still have no public id. */
  moderationReads: number;
  /** Posts end as FAILED, for this reason. */
  failReason: string | null;
  /** TikTok has not audited the app. */
  unaudited: boolean;
}

export interface Account {
  readonly openId: string;
  readonly username: string;
  readonly displayName: string;
  readonly avatar: string;
  /** What the person has chosen in the app. */
  readonly options: readonly string[];
  readonly commentsOff: boolean;
  readonly longestSeconds: number;
}

/** A post from the request that began it. */
export interface Post {
  readonly publishId: string;
  readonly account: Account;
  readonly kind: 'video' | 'photo';
  readonly draft: boolean;
  readonly info: Readonly<Record<string, unknown>>;
  readonly photos: readonly string[];
  readonly at: number;
  /** Bytes of a video that is uploaded. */
  readonly total: number;
  readonly chunk: number;
  readonly chunks: number;
  readonly received: Buffer[];
  /** When TikTok had all of it. */
  acceptedAt: number | null;
  status: 'open' | 'processing' | 'done' | 'failed';
  reads: number;
  failReason: string | null;
  readonly postId: string;
}

export interface State {
  url: string;
  readonly app: App;
  /** URLs that the operator has verified: prefixes. */
  readonly verified: readonly string[];
  readonly limits: Limits;
  readonly now: () => Date;
  readonly accounts: Account[];
  readonly grants: Grants<Grant<Account>>;
  readonly posts: Post[];
  /** When each token began posts. */
  readonly inits: Map<string, number[]>;
  readonly armed: Armed;
}
