/** What the stand-in knows: people, groups, and what was posted. */

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly handle: string | null;
}

export interface Group {
  readonly id: string;
  readonly name: string;
  readonly members: ReadonlySet<string>;
}

export interface Token {
  readonly person: Person;
  readonly expiresAt: number;
}

export interface Photo {
  readonly owner: Person;
  readonly bytes: number;
  used: boolean;
}

/** A post that was accepted; `group` is null on the timeline. */
export interface Post {
  readonly id: string;
  readonly author: Person;
  readonly group: string | null;
  readonly text: string;
  readonly photos: readonly string[];
}

/** How the next requests behave. */
export interface Armed {
  /** How often a token is still pending. */
  pending: number;
  /** Tokens come without the date of their end. */
  dateless: boolean;
  /** Posts are answered with their id, instead of 204. */
  tellsIds: boolean;
  /** The next page of groups is on another server. */
  strayPage: boolean;
}

export interface State {
  url: string;
  readonly now: () => Date;
  readonly app: { readonly id: string; readonly key: string; readonly redirectUris: readonly string[] };
  readonly people: Person[];
  readonly groups: Group[];
  /** Who agreed, by the token of the request. */
  readonly logins: Map<string, Person>;
  readonly tokens: Map<string, Token>;
  readonly photos: Map<string, Photo>;
  readonly posts: Post[];
  readonly armed: Armed;
}
