/** What the stand-in for Google Business Profile knows. */
import type { OAuthState, Person } from '../google/oauth.ts';

/** `name`: `locations/…` */
export interface Location {
  readonly name: string;
  readonly title: string;
  readonly languageCode: string;
}

/** An account of a person, with the locations that it manages. */
export interface Account {
  readonly name: string;
  readonly locations: readonly Location[];
}

export interface Owner extends Person {
  readonly accounts: readonly Account[];
}

/** A post that was created. */
export interface Post {
  readonly name: string;
  readonly place: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly createTime: string;
  reads: number;
  rejected: boolean;
  deleted: boolean;
}

/** How the next requests behave. */
export interface Armed {
  /** How many reads of a post still say `PROCESSING`. */
  processingReads: number;
  rejects: boolean;
  /** Google has not approved the project. */
  unapproved: boolean;
}

export interface State extends OAuthState<Owner> {
  url: string;
  readonly now: () => Date;
  readonly posts: Post[];
  readonly armed: Armed;
}
