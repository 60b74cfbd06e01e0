/** What the stand-in for Hashnode knows. */
import type { Exchange } from '../../oracles/exchange.ts';

export interface User {
  readonly id: string;
  readonly username: string;
  readonly name: string;
  active: boolean;
}

export type Role = 'OWNER' | 'EDITOR' | 'CONTRIBUTOR';

export interface Publication {
  readonly id: string;
  readonly title: string;
  readonly host: string;
  readonly roles: Map<string, Role>;
  pro: boolean;
  readonly series: Series[];
}

export interface Series {
  readonly id: string;
  readonly name: string;
}

export interface Tag {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
}

/** What a draft and its post have in common. */
export interface Content {
  readonly title: string;
  readonly subtitle: string | null;
  readonly markdown: string;
  readonly cover: string | null;
  readonly canonicalUrl: string | null;
  readonly seriesId: string | null;
  readonly tags: readonly Tag[];
}

export interface Draft {
  readonly id: string;
  readonly author: User;
  readonly publication: Publication;
  readonly content: Content;
  active: boolean;
}

export interface Post {
  readonly id: string;
  readonly author: User;
  readonly publication: Publication;
  content: Content;
  readonly slug: string;
  /** In milliseconds. */
  readonly publishedAt: number;
  active: boolean;
  views: number;
  reactions: number;
  responses: number;
  replies: number;
}

/** A picture; `bytes`: null until it was sent. */
export interface Picture {
  readonly key: string;
  readonly owner: User;
  readonly contentType: string;
  bytes: Buffer<ArrayBuffer> | null;
  confirmed: boolean;
}

export interface State {
  url: string;
  readonly now: () => Date;
  readonly users: User[];
  /** Owners of personal access tokens. */
  readonly tokens: Map<string, User>;
  readonly publications: Publication[];
  readonly tags: Tag[];
  readonly drafts: Draft[];
  readonly posts: Post[];
  readonly pictures: Map<string, Picture>;
  /** How long an answer to a query is given again, in milliseconds. */
  readonly cachedMs: number;
  readonly cache: Map<string, { readonly at: number; readonly text: string }>;
  readonly record: (exchange: Exchange) => void;
}
