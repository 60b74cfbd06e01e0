/** What the stand-in knows: accounts, publications, pictures and stories. */

/** Bounds that tests may lower. */
export interface Limits {
  /** Stories of an account in a day; Medium names no number. */
  readonly stories: number;
}

export const MEDIUM_LIMITS: Limits = { stories: 1000 };

/** How the next requests behave. */
export interface Armed {
  /** Stories get this status instead of the one that was asked for; null = the one that was. */
  status: string | null;
}

export interface Account {
  readonly id: string;
  readonly username: string;
  readonly name: string;
  /** Whether Medium knows it still. */
  deleted: boolean;
}

export type Role = 'editor' | 'writer' | 'follower';

export interface Publication {
  readonly id: string;
  readonly name: string;
  /** By the id of the account. */
  readonly members: Map<string, Role>;
}

/** A picture that was uploaded. */
export interface Image {
  readonly url: string;
  readonly md5: string;
  readonly type: string;
  readonly fileName: string;
  readonly owner: Account;
}

/** A story that was accepted. */
export interface MadeStory {
  readonly id: string;
  readonly author: Account;
  readonly publication: Publication | null;
  readonly title: string;
  readonly contentFormat: string;
  readonly content: string;
  readonly tags: readonly string[];
  readonly canonicalUrl: string | null;
  readonly publishStatus: string;
  readonly license: string;
  readonly url: string;
  readonly at: number;
}

export interface State {
  url: string;
  readonly limits: Limits;
  readonly now: () => Date;
  readonly accounts: Map<string, Account>;
  /** The account of each token; null = of an app that Medium has removed. */
  readonly tokens: Map<string, Account | null>;
  readonly publications: Map<string, Publication>;
  readonly images: Image[];
  readonly stories: MadeStory[];
  readonly armed: Armed;
}
