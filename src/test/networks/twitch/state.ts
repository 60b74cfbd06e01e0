/** What the stand-in knows: accounts, tokens and chats. */
import type { App, Grant, Grants } from '../_shared/grants.ts';

/** Bounds that tests may change. */
export interface Limits {
  readonly tokenSeconds: number;
  /** Chat messages of a user in 30 seconds. */
  readonly messages: number;
  /** Announcements of a user in 2 seconds. */
  readonly announcements: number;
}

/** What Twitch's pages say; of the life of a token, what its answers say. */
export const TWITCH_LIMITS: Limits = { tokenSeconds: 14_400, messages: 20, announcements: 1 };

export interface Account {
  readonly id: string;
  readonly login: string;
  readonly displayName: string;
  readonly picture: string;
  readonly followers: number;
}

/** One line of a chat. */
export interface Line {
  /** Twitch reports that of a message alone. */
  readonly id: string;
  readonly account: Account;
  readonly text: string;
  readonly parentId: string | null;
  /** null of a message. */
  readonly color: string | null;
  readonly at: number;
}

/** How the next requests behave. */
export interface Armed {
  /** Messages are dropped, for this reason. */
  drop: { readonly code: string; readonly message: string } | null;
}

export interface State {
  readonly app: App;
  readonly limits: Limits;
  readonly now: () => Date;
  readonly accounts: Account[];
  readonly grants: Grants<Grant<Account>>;
  readonly lines: Line[];
  /** How often tokens were validated. */
  validations: number;
  readonly armed: Armed;
}
