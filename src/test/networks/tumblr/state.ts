/** What the stand-in knows: accounts with their blogs, and what was posted. */
import type { App, Grant, Grants } from '../_shared/grants.ts';

/** Bounds that tests may lower: what an account may do in a day, and an application in an hour. */
export interface Limits {
  readonly posts: number;
  readonly photos: number;
  readonly videos: number;
  readonly callsPerHour: number;
  readonly tokenSeconds: number;
}

/** As the documents have them. */
export const TUMBLR_LIMITS: Limits = {
  posts: 250,
  photos: 250,
  videos: 20,
  callsPerHour: 1000,
  tokenSeconds: 2520,
};

/** How the next requests behave. */
export interface Armed {
  /** How many reads of a list do not show a new video yet. */
  transcodingReads: number;
}

export interface Account {
  readonly name: string;
  readonly blogs: Blog[];
}

export interface Blog {
  readonly uuid: string;
  readonly name: string;
  readonly title: string;
  readonly owner: Account;
  readonly followers: number;
  deleted: boolean;
}

/** A file as it came with its post. */
export interface Media {
  readonly identifier: string;
  readonly type: string;
  readonly fileName: string;
  readonly bytes: number;
}

export type SentBlock = Readonly<Record<string, unknown>> & { readonly type: string };

/** A post that was accepted. */
export interface MadePost {
  id: string;
  /** The id before it was published. */
  genesis: string | null;
  readonly blog: Blog;
  readonly content: readonly SentBlock[];
  readonly tags: readonly string[];
  readonly sourceUrl: string | null;
  readonly media: readonly Media[];
  state: string;
  readsLeft: number;
  /** In milliseconds. */
  readonly at: number;
  pinned: boolean;
  deleted: boolean;
}

export interface State {
  readonly limits: Limits;
  readonly now: () => Date;
  readonly app: App;
  readonly accounts: Map<string, Account>;
  readonly grants: Grants<Grant<Account>>;
  readonly posts: MadePost[];
  readonly armed: Armed;
  /** Whether answers have a list of pictures of a blog, which the documents of "/user/info" leave out. */
  readonly showsAvatars: boolean;
  calls: number;
  nextId: bigint;
}

/** Ids of today have more digits than a number of JavaScript can hold. */
export const newId = (state: State): string => String(state.nextId++);
