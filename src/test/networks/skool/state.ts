/** What the stand-in knows: people, groups with categories, files, and what was posted. */

export interface Person {
  readonly id: string;
  readonly firstName: string;
  readonly authToken: string;
  readonly clientId: string;
  /** Signed out: the cookies are of no use any more. */
  signedOut: boolean;
}

export interface Label {
  readonly id: string;
  readonly name: string;
  /** Only admins may post in it. */
  readonly forAdmins: boolean;
}

export interface Group {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly members: ReadonlySet<string>;
  readonly labels: readonly Label[];
}

export interface StoredFile {
  readonly id: string;
  readonly owner: Person;
  readonly type: string;
  readonly length: number;
  stored: boolean;
}

/** A post or, with `root`, a comment. */
export interface Post {
  readonly id: string;
  readonly author: Person;
  readonly group: string;
  readonly root: string | null;
  readonly parent: string | null;
  readonly title: string;
  readonly content: string;
  readonly label: string | null;
  readonly files: readonly string[];
  deleted: boolean;
}

/** How the next requests behave. */
export interface Armed {
  /** The firewall stops every request. */
  stopped: 'challenge' | 'captcha' | 'page' | null;
  /** The storage refuses files. */
  storageFails: boolean;
}

export interface State {
  url: string;
  readonly people: Person[];
  readonly groups: Group[];
  readonly files: Map<string, StoredFile>;
  readonly posts: Post[];
  readonly armed: Armed;
}
