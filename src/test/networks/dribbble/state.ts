/** What the stand-in knows: accounts, tokens and shots. */
import type { App, Grant, Grants } from '../_shared/grants.ts';

export interface Team {
  readonly id: number;
  readonly name: string;
  readonly html_url: string;
}

export interface Account {
  readonly id: number;
  readonly login: string;
  readonly name: string;
  readonly teams: readonly Team[];
  readonly mayUpload: boolean;
}

export interface Shot {
  readonly id: number;
  readonly account: Account;
  readonly title: string;
  /** As it was sent. */
  readonly description: string;
  readonly teamId: number | null;
  readonly fileName: string;
  readonly image: Buffer;
  readonly at: number;
  /** How many reads still answer that there is none. */
  pendingReads: number;
}

/** How the next requests behave. */
export interface Armed {
  /** How many reads of a new shot answer 404, because Dribbble works on it. */
  processingReads: number;
  /** What Dribbble makes of the words of a description. */
  rewrite: ((description: string) => string) | null;
}

export interface State {
  readonly app: App;
  /** Whether pictures of other sizes are taken, for tests that have none. */
  readonly anySize: boolean;
  readonly accounts: Account[];
  readonly grants: Grants<Grant<Account>>;
  readonly shots: Shot[];
  readonly armed: Armed;
}
