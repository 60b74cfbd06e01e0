/** What the stand-in knows: accounts, tokens and chats. */

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

export interface Token {
  readonly value: string;
  readonly account: Account;
  readonly scopes: readonly string[];
  readonly expiresAt: number;
}

/** One line of a chat. */
export interface Line {
  /** Twitch tells that of a message alone. */
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
  url: string;
  readonly app: { readonly id: string; readonly secret: string; readonly redirectUris: readonly string[] };
  readonly limits: Limits;
  readonly now: () => Date;
  readonly accounts: Account[];
  readonly codes: Map<string, Pick<Token, 'account' | 'scopes'>>;
  readonly tokens: Map<string, Token>;
  readonly refreshTokens: Map<string, Pick<Token, 'account' | 'scopes'>>;
  readonly lines: Line[];
  /** How often tokens were validated. */
  validations: number;
  readonly armed: Armed;
}
