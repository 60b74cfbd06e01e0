/** What the stand-in for VK knows: people, communities, tokens, files and what stands on walls. */
import type { Grant as GrantOf, Grants } from '../_shared/grants.ts';

export interface Limits {
  readonly tokenSeconds: number;
  /** Posts of one person in a day. */
  readonly posts: number;
}

/** An hour, as VK says; the posts of a day are what people report. */
export const VK_LIMITS: Limits = { tokenSeconds: 3600, posts: 50 };

export interface User {
  readonly id: number;
  readonly firstName: string;
  readonly lastName: string;
}

export interface Group {
  readonly id: number;
  readonly name: string;
  readonly screenName: string;
  /** People who are editors, or more. */
  readonly editors: Set<number>;
}

/** Access and refresh tokens of one approval, of one browser. */
export interface Grant extends GrantOf<User> {
  readonly deviceId: string;
}

export interface Item {
  readonly id: number;
  /** Negative: a community. */
  readonly owner: number;
  readonly from: number;
  /** The post that a comment stands below. */
  readonly post: number | null;
  readonly text: string;
  readonly attachments: readonly string[];
  readonly guid: string | null;
  /** What the post has besides: `signed`, `copyright` and others, as they were sent. */
  readonly extras?: Readonly<Record<string, string>>;
  readonly at: number;
  deleted: boolean;
}

export interface Media {
  readonly name: string;
  readonly owner: number;
  readonly id: number;
  readonly caption: string;
  uploaded: boolean;
}

/** How the next requests behave. */
export interface Armed {
  /** Rights that VK never grants. */
  withheld: readonly string[];
  /** The key of a post is no longer remembered. */
  forgetsKeys: boolean;
}

export interface State {
  url: string;
  readonly clientId: string;
  readonly redirectUris: readonly string[];
  readonly limits: Limits;
  readonly now: () => Date;
  readonly users: User[];
  readonly groups: Group[];
  readonly grants: Grants<Grant>;
  readonly items: Item[];
  readonly media: Media[];
  /** What an upload gave, until it is saved: by its hash. */
  readonly uploads: Map<string, string>;
  readonly armed: Armed;
  nextId: number;
}
