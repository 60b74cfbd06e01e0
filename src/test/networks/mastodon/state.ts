/**
 * The stand-in's state: accounts, tokens, media, the ledger of statuses, idempotency keys, and the failures
 * that a test has set up.
 */
import { randomBytes } from 'node:crypto';

/**
 * Sizes are in bytes. Like Mastodon, the stand-in counts `requestsPer5Minutes` per token and
 * `statusesPer3Hours` per account.
 */
export interface Limits {
  readonly maxCharacters: number;
  readonly charactersReservedPerUrl: number;
  readonly maxMedia: number;
  readonly imageBytes: number;
  readonly videoBytes: number;
  readonly descriptionLength: number;
  /** The limit of the web server in front; nginx answers larger requests with 413. */
  readonly bodyBytes: number;
  readonly requestsPer5Minutes: number;
  readonly statusesPer3Hours: number;
}

/** Mastodon's own values (app/models/media_attachment.rb, config/initializers/rack_attack.rb). */
export const MASTODON_LIMITS: Limits = {
  maxCharacters: 500,
  charactersReservedPerUrl: 23,
  maxMedia: 4,
  imageBytes: 16 * 1024 ** 2,
  videoBytes: 99 * 1024 ** 2,
  descriptionLength: 1500,
  bodyBytes: 99 * 1024 ** 2,
  requestsPer5Minutes: 300,
  statusesPer3Hours: 300,
};

/**
 * How software with the same API differs. GoToSocial accepts the Idempotency-Key header and ignores it.
 */
export const SOFTWARE: Readonly<
  Record<string, { version: string; honoursKey: boolean; limits: Partial<Limits> }>
> = {
  mastodon: { version: '4.5.2', honoursKey: true, limits: {} },
  gotosocial: {
    version: '0.20.1',
    honoursKey: false,
    limits: { maxCharacters: 5000, charactersReservedPerUrl: 25, maxMedia: 6 },
  },
};

export interface Account {
  readonly id: string;
  readonly username: string;
  suspended: boolean;
}

/** A registered app (docs.joinmastodon.org/entities/CredentialApplication). */
export interface App {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly name: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
}

/** An authorization code; `challenge` is the PKCE challenge. */
export interface Grant {
  readonly code: string;
  readonly app: App;
  readonly account: Account;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly challenge: string | null;
  readonly expiresAt: number;
  used: boolean;
}

/** An access token of an account; `clientId` is the app that obtained it by OAuth. */
export interface Token {
  readonly value: string;
  readonly account: Account;
  readonly scopes: readonly string[];
  readonly clientId?: string;
  revoked: boolean;
}

/** An uploaded file. The next `pollsLeft` polls find it unfinished. */
export interface Media {
  readonly id: string;
  readonly accountId: string;
  readonly mime: string;
  readonly description: string | null;
  statusId: string | null;
  pollsLeft: number;
  failed: boolean;
}

/** An accepted status. It stays in the ledger after its deletion, with `deletedAt`. */
export interface LedgerEntry {
  readonly id: string;
  readonly accountId: string;
  readonly text: string;
  readonly mediaIds: readonly string[];
  readonly inReplyToId: string | null;
  readonly visibility: string;
  readonly spoilerText: string;
  readonly sensitive: boolean;
  readonly language: string;
  readonly idempotencyKey: string | null;
  /** ISO 8601. */
  readonly createdAt: string;
  deletedAt: string | null;
}

/** How the next requests fail. */
export interface Armed {
  /** How many polls find an upload unfinished; with 0 it is done at once. */
  mediaPolls: number;
  /** Uploads fail after those polls. */
  mediaFails: boolean;
  /** A repeated key is recognised but answered with 500 (mastodon/mastodon issue 40399). */
  repeatFails: boolean;
}

export interface State {
  url: string;
  readonly software: string;
  readonly version: string;
  readonly honoursKey: boolean;
  readonly limits: Limits;
  readonly now: () => Date;
  readonly accounts: Map<string, Account>;
  readonly tokens: Map<string, Token>;
  readonly apps: Map<string, App>;
  readonly grants: Map<string, Grant>;
  readonly media: Map<string, Media>;
  /** Ids of all uploads, oldest first, also of media that were removed since. */
  readonly uploads: string[];
  readonly ledger: LedgerEntry[];
  /** `account:key` → the first status and the time of its creation. */
  readonly keys: Map<string, { id: string; at: number }>;
  /** `caller:family:window` → the number of requests. */
  readonly counts: Map<string, number>;
  readonly armed: Armed;
  nextId(): string;
}

/**
 * Makes ids as Mastodon does: milliseconds followed by 16 bits, strictly increasing, strings in JSON.
 */
export function idMaker(now: () => Date): () => string {
  let last = 0n;
  return () => {
    const wanted = BigInt(now().getTime()) << 16n;
    last = wanted > last ? wanted : last + 1n;
    return String(last);
  };
}

/** Creates an account with one token. */
export function addAccount(state: State, username: string, scopes: readonly string[]): Token {
  const account: Account = { id: state.nextId(), username, suspended: false };
  state.accounts.set(account.id, account);
  return addToken(state, account, scopes);
}

/** Issues another token for an account. */
export function addToken(
  state: State,
  account: Account,
  scopes: readonly string[],
  clientId?: string,
): Token {
  const token: Token = {
    value: randomBytes(24).toString('base64url'),
    account,
    scopes,
    ...(clientId ? { clientId } : {}),
    revoked: false,
  };
  state.tokens.set(token.value, token);
  return token;
}
