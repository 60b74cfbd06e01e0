/** What the stand-in knows: people, companies, forums, files, and what was posted. */
import { randomBytes } from 'node:crypto';
import type { App, Grant, Grants, Token as GrantedToken } from '../_shared/grants.ts';

/** Bounds that tests may lower. */
export interface Limits {
  /** Requests of one operation with one token in a minute (docs.whop.com/developer/troubleshooting). */
  readonly requests: number;
  readonly tokenSeconds: number;
  /** Bytes of one file. */
  readonly fileBytes: number;
}

export const LIMITS: Limits = { requests: 600, tokenSeconds: 3600, fileBytes: 1024 ** 3 };

/** How the next requests behave. */
export interface Armed {
  /** How many reads of a file still say `processing`. */
  processingReads: number;
  /** Files end as `failed`. */
  failProcessing: boolean;
  /** Posts are listed oldest first. */
  oldestFirst: boolean;
  /** The nonce in the identity is another one. */
  otherNonce: boolean;
}

export interface Person {
  readonly id: string;
  readonly username: string;
  readonly name: string;
  readonly picture: string | null;
}

export interface Company {
  readonly id: string;
  readonly title: string;
  readonly owner: Person;
}

export interface Forum {
  readonly id: string;
  readonly experience: string;
  readonly name: string;
  readonly company: Company;
  /** The company's public one, which the list of forums leaves out. */
  readonly isPublic: boolean;
}

export interface StoredFile {
  readonly id: string;
  readonly owner: Person;
  readonly filename: string;
  readonly key: string;
  status: 'pending' | 'processing' | 'ready' | 'failed';
  size: number | null;
  readsLeft: number;
}

/** A post or a comment that was accepted. */
export interface MadePost {
  readonly id: string;
  readonly author: Person;
  readonly forum: Forum;
  readonly title: string | null;
  readonly content: string;
  readonly attachments: readonly StoredFile[];
  readonly parent: MadePost | null;
  readonly key: string | null;
  readonly at: Date;
  readonly pinned: boolean;
}

/** `nonce`: of the sign-in, for the identity beside its tokens. */
export interface Access extends Grant<Person> {
  readonly nonce: string;
}
export type Token = GrantedToken<Access>;

export interface State {
  url: string;
  readonly limits: Limits;
  readonly now: () => Date;
  readonly app: Omit<App, 'secret'>;
  readonly people: Person[];
  readonly companies: Company[];
  readonly forums: Forum[];
  readonly grants: Grants<Access>;
  readonly files: Map<string, StoredFile>;
  readonly posts: MadePost[];
  readonly counts: Map<string, number>;
  readonly armed: Armed;
}

/** `post_…`: a prefix, and 14 letters and digits. */
export const newId = (prefix: string): string => `${prefix}_${randomBytes(7).toString('hex')}`;
