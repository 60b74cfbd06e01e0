/** What the stand-in knows: accounts, tokens and chats. */
import type { App, Grant, Grants } from '../_shared/grants.ts';

export interface Account {
  readonly id: number;
  readonly name: string;
  /** The name in URLs. */
  readonly slug: string;
}

export interface Message {
  readonly id: string;
  readonly account: Account;
  readonly text: string;
  readonly parentId: string | null;
}

/** How the next requests behave. */
export interface Armed {
  /** Messages are taken and not sent. */
  holdsBack: boolean;
}

export interface State {
  readonly app: App;
  readonly accounts: Account[];
  readonly grants: Grants<Grant<Account>>;
  readonly messages: Message[];
  readonly armed: Armed;
}
