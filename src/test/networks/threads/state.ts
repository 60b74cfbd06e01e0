/** What the stand-in knows: accounts, tokens, containers, and what was published. */
import type { Exchange } from '../../oracles/exchange.ts';
import type { Fetched, Reach } from '../meta/fetch-file.ts';
import { missing as missingAs, type Refusal } from '../meta/answers.ts';

export { ok, onlyFields, parameter, Refusal, refusal, type Answer, type Call } from '../meta/answers.ts';

/** Bounds that tests may lower. */
export interface Limits {
  /** Posts, and replies, of one account in 24 hours. */
  readonly posts: number;
  readonly replies: number;
  /** Reads of a container with files that still say IN_PROGRESS. */
  readonly processingReads: number;
  /** Seconds that a long-lived token lives. */
  readonly tokenSeconds: number;
}

export const THREADS_LIMITS: Limits = {
  posts: 250,
  replies: 1000,
  processingReads: 0,
  tokenSeconds: 5_184_000,
};

export interface Account {
  readonly id: string;
  readonly username: string;
}

export interface Token {
  readonly value: string;
  readonly account: Account;
  readonly scopes: readonly string[];
  readonly isLong: boolean;
  readonly issuedAt: number;
  readonly expiresAt: number;
}

export interface Container {
  readonly id: string;
  readonly account: Account;
  readonly type: 'TEXT' | 'IMAGE' | 'VIDEO' | 'CAROUSEL';
  readonly isItem: boolean;
  readonly text: string;
  readonly alt: string | null;
  readonly url: string | null;
  readonly children: readonly string[];
  readonly parent: string | null;
  /** Its poll, topic, quote and others, as they were given. */
  readonly extras: Readonly<Record<string, string>>;
  readonly at: number;
  readsLeft: number;
  /** What Threads says of a file that it cannot use. */
  problem: string | null;
  published: boolean;
}

/** A post or a reply. */
export interface Entry {
  readonly id: string;
  readonly code: string;
  readonly account: Account;
  readonly text: string;
  readonly type: Container['type'];
  readonly alts: readonly string[];
  readonly urls: readonly string[];
  readonly parent: string | null;
  /** Its poll, topic, quote and others, as they were given. */
  readonly extras: Readonly<Record<string, string>>;
  readonly at: number;
  deleted: boolean;
}

export interface State {
  url: string;
  readonly limits: Limits;
  readonly now: () => Date;
  readonly app: { readonly id: string; readonly secret: string; readonly redirectUris: readonly string[] };
  readonly accounts: Map<string, Account>;
  readonly codes: Map<string, { account: Account; redirectUri: string; scopes: readonly string[] }>;
  readonly tokens: Map<string, Token>;
  readonly containers: Map<string, Container>;
  readonly ledger: Entry[];
  /** Whether the next files can be used; a word of the documents if not. */
  failing: string | null;
  readonly files: Fetched;
  readonly reach?: Reach;
  readonly record: (exchange: Exchange) => void;
  nextId: bigint;
}

export const missing = (id: string): Refusal => missingAs(id, 'THApiException');

export const nextId = (state: State): string => String(state.nextId++);
