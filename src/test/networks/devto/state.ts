/** What the stand-in for DEV knows. */

export interface User {
  readonly id: number;
  readonly username: string;
  readonly name: string;
  suspended: boolean;
}

export interface Organization {
  readonly id: number;
  readonly username: string;
  readonly name: string;
  readonly members: ReadonlySet<number>;
}

/** An article; `createdAt` and `publishedAt` in milliseconds. */
export interface Article {
  readonly id: number;
  readonly author: User;
  readonly createdAt: number;
  title: string;
  body: string;
  published: boolean;
  publishedAt: number | null;
  editedAt: number | null;
  slug: string;
  mainImage: string | null;
  canonicalUrl: string | null;
  description: string;
  series: string | null;
  tags: readonly string[];
  organization: Organization | null;
  /** How often it became public. */
  publications: number;
  views: number;
  reactions: number;
  comments: number;
}

/** Requests that an account may make in one second. */
export interface Limits {
  readonly writes: number;
  readonly reads: number;
}

export interface State {
  url: string;
  readonly now: () => Date;
  readonly users: User[];
  /** Owners of API keys. */
  readonly keys: Map<string, User>;
  readonly organizations: Organization[];
  readonly articles: Article[];
  readonly limits: Limits;
  /** How many requests there were in a second, by its number and whose they are. */
  readonly counted: Map<string, number>;
  /** Parameters that Forem drops without a word. */
  readonly dropped: string[];
}
