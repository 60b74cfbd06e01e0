/** What the stand-in knows: accounts, boards, and what was pinned. */
import type { App, Grant, Grants, Token as GrantedToken } from '../_shared/grants.ts';

/** Bounds that tests may lower. */
export interface Limits {
  /** Requests of one category of one token in a minute. */
  readonly requests: number;
  readonly tokenSeconds: number;
  /** Bytes of one video. */
  readonly fileBytes: number;
}

/** What Pinterest allows an app with standard access: 100 a minute of `org_write`; 30 days; 2 GB. */
export const PINTEREST_LIMITS: Limits = { requests: 100, tokenSeconds: 2_592_000, fileBytes: 2 * 1024 ** 3 };

/** How the next requests behave. */
export interface Armed {
  /** How many reads of an upload still say `processing`. */
  processingReads: number;
  /** Uploads end as `failed`. */
  failProcessing: boolean;
  /** The app has trial access only. */
  trial: boolean;
}

export interface Account {
  readonly id: string;
  readonly username: string;
  readonly businessName: string | null;
  readonly image: string;
}

/** A board, or a section of one. */
export interface Board {
  readonly id: string;
  readonly name: string;
  readonly owner: Account;
  readonly isSecret: boolean;
  readonly sections: readonly { readonly id: string; readonly name: string }[];
}

/** `isContinuous`: a refresh gives another refresh token. */
export interface Access extends Grant<Account> {
  readonly isContinuous: boolean;
}
export type Token = GrantedToken<Access>;

/** Whether a token reaches a board: its owner's alone, and a secret one with the scopes for it. */
export const maySee = (board: Board, { account, scopes }: Token, more: readonly string[] = []): boolean =>
  board.owner === account &&
  (!board.isSecret || ['boards:read_secret', ...more].every((scope) => scopes.includes(scope)));

/** A registered upload. */
export interface Upload {
  readonly id: string;
  readonly owner: Account;
  readonly parameters: Readonly<Record<string, string>>;
  status: 'registered' | 'processing' | 'succeeded' | 'failed';
  readsLeft: number;
}

/** A pin that was accepted. */
export interface MadePin {
  readonly id: string;
  readonly owner: Account;
  readonly board: string;
  readonly section: string | null;
  readonly title: string | null;
  readonly description: string | null;
  readonly link: string | null;
  readonly colour: string | null;
  readonly alt: string | null;
  /** `image_base64` and so on, with the fields that are not bytes. */
  readonly source: Readonly<Record<string, unknown>> & { readonly source_type: string };
  readonly pictures: number;
  readonly at: number;
  deleted: boolean;
}

export interface State {
  url: string;
  readonly limits: Limits;
  readonly now: () => Date;
  readonly app: App;
  readonly accounts: Map<string, Account>;
  readonly boards: Map<string, Board>;
  readonly grants: Grants<Access>;
  readonly uploads: Map<string, Upload>;
  readonly pins: MadePin[];
  readonly counts: Map<string, number>;
  readonly armed: Armed;
  nextId: bigint;
}

export const newId = (state: State): string => String(state.nextId++);
