/** What the stand-in knows: accounts, subreddits, and what was submitted. */
import type { App, Grant, Grants, Token as GrantedToken } from '../_shared/grants.ts';

/** Bounds that tests may lower. */
export interface Limits {
  /** Requests of one token in ten minutes. */
  readonly requests: number;
  /** Seconds until an access token ends. */
  readonly tokenSeconds: number;
  /** Bytes of one upload. */
  readonly fileBytes: number;
}

/** What Reddit allows an app: 100 requests a minute, averaged over ten. */
export const REDDIT_LIMITS: Limits = { requests: 1000, tokenSeconds: 86_400, fileBytes: 1024 ** 3 };

/** How the next requests behave. */
export interface Armed {
  /** How many reads of the account's list still lack a submission with a file. */
  processingReads: number;
  /** What the next submissions and comments are refused with: the words alone, or with their seconds. */
  rateLimit: { readonly words: string; readonly seconds?: number } | null;
  /** Submissions that are accepted before `rateLimit`. */
  acceptedBefore: number;
  /** The answer to a comment does not show it. */
  hideComment: boolean;
}

/** A subreddit, with what its moderators have set. */
export interface Subreddit {
  readonly name: string;
  readonly type: 'any' | 'link' | 'self';
  readonly galleries: boolean;
  readonly flairRequired: boolean;
  readonly flairs: readonly { readonly id: string; readonly text: string; readonly mod_only: boolean }[];
  readonly forbiddenInTitles: readonly string[];
  readonly isPrivate: boolean;
  readonly hasBanned: boolean;
}

export interface Account {
  readonly id: string;
  readonly name: string;
  readonly icon: string;
  isSuspended: boolean;
}

/** `isPermanent`: with a refresh token. */
export interface Access extends Grant<Account> {
  readonly isPermanent: boolean;
}
export type Token = GrantedToken<Access>;

/** A file, leased and then uploaded; a submission takes it. */
export interface Asset {
  readonly id: string;
  readonly key: string;
  readonly mime: string;
  readonly fields: readonly { readonly name: string; readonly value: string }[];
  bytes: number | null;
  usedBy: string | null;
}

/** A submission (`t3`) or a comment (`t1`) that was accepted. */
export interface Entry {
  readonly kind: 't1' | 't3';
  /** Of a submission with a file: another one once the file is processed. */
  id: string;
  readonly author: string;
  readonly subreddit: string;
  readonly title: string;
  readonly text: string;
  readonly url: string;
  readonly isSelf: boolean;
  readonly assets: readonly string[];
  /** Of a video: bytes of the picture that it is shown with until it plays. */
  readonly poster?: number | null;
  readonly flair: string | null;
  readonly nsfw: boolean;
  readonly spoiler: boolean;
  readonly sendreplies: boolean;
  /** Of a crosspost: the name of the other post. */
  readonly crosspost: string | null;
  /** Of a comment: the name of what it answers. */
  readonly parent: string | null;
  permalink: string;
  readonly at: number;
  /** Reads of the list until it appears. */
  readsLeft: number;
  deleted: boolean;
}

export interface State {
  url: string;
  readonly limits: Limits;
  readonly now: () => Date;
  readonly app: App;
  readonly accounts: Map<string, Account>;
  readonly subreddits: Map<string, Subreddit>;
  readonly grants: Grants<Access>;
  readonly assets: Map<string, Asset>;
  readonly ledger: Entry[];
  readonly counts: Map<string, number>;
  readonly armed: Armed;
  nextId: number;
}

/** Ids are numbers in base 36 that only grow. */
export const newId = (state: State): string => (state.nextId++).toString(36);

export const fullName = ({ kind, id }: Pick<Entry, 'kind' | 'id'>): string => `${kind}_${id}`;

/** Names of subreddits are written in any case. */
export const findSubreddit = (state: State, name: string): Subreddit | undefined =>
  state.subreddits.get(name.toLowerCase());
