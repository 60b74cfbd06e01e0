/** What the stand-in knows: accounts, tokens and chats. */

export interface Account {
  readonly id: number;
  readonly name: string;
  /** The name in addresses. */
  readonly slug: string;
}

export interface Token {
  readonly value: string;
  readonly account: Account;
  readonly scopes: readonly string[];
  readonly expiresAt: number;
}

/** What a code is good for. */
export interface Grant extends Pick<Token, 'account' | 'scopes'> {
  readonly redirectUri: string;
  readonly challenge: string;
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
  url: string;
  readonly app: { readonly id: string; readonly secret: string; readonly redirectUris: readonly string[] };
  readonly accounts: Account[];
  readonly codes: Map<string, Grant>;
  readonly tokens: Map<string, Token>;
  readonly refreshTokens: Map<string, Pick<Token, 'account' | 'scopes'>>;
  readonly messages: Message[];
  readonly armed: Armed;
}
