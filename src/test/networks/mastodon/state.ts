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
  /** 0: the software has no polls, and leaves them out. */
  readonly pollOptions: number;
  readonly pollOptionLength: number;
  /** In seconds. */
  readonly pollExpiration: readonly [least: number, most: number];
  /** The limit of the web server in front; nginx answers larger requests with 413. */
  readonly bodyBytes: number;
  readonly requestsPer5Minutes: number;
  readonly statusesPer3Hours: number;
}

/**
 * Mastodon's own values (app/models/media_attachment.rb, app/validators/poll_options_validator.rb,
 * config/initializers/rack_attack.rb).
 */
export const MASTODON_LIMITS: Limits = {
  maxCharacters: 500,
  charactersReservedPerUrl: 23,
  maxMedia: 4,
  imageBytes: 16 * 1024 ** 2,
  videoBytes: 99 * 1024 ** 2,
  descriptionLength: 1500,
  pollOptions: 4,
  pollOptionLength: 50,
  pollExpiration: [300, 2_629_746],
  bodyBytes: 99 * 1024 ** 2,
  requestsPer5Minutes: 300,
  statusesPer3Hours: 300,
};

/** The form in which software describes an instance. */
export type Description = 'v2' | 'v1' | 'pleroma';

/**
 * How software with the same API differs. GoToSocial accepts the Idempotency-Key header and ignores it.
 * Mastodon before 4.0 has version 1 of the document alone, and older Pleroma its own names there
 * (docs.pleroma.social, "Differences in Mastodon API responses").
 */
export const SOFTWARE: Readonly<
  Record<string, { version: string; honoursKey: boolean; limits: Partial<Limits>; description?: Description }>
> = {
  mastodon: { version: '4.5.2', honoursKey: true, limits: {} },
  hometown: { version: '3.5.5', honoursKey: true, limits: { maxCharacters: 1000 }, description: 'v1' },
  pleroma: {
    version: '2.7.2 (compatible; Pleroma 2.5.0)',
    honoursKey: false,
    limits: { maxCharacters: 5000, imageBytes: 16_000_000, videoBytes: 16_000_000, pollOptions: 20 },
    description: 'pleroma',
  },
  gotosocial: {
    version: '0.20.1',
    honoursKey: false,
    limits: { maxCharacters: 5000, charactersReservedPerUrl: 25, maxMedia: 6, pollOptions: 6 },
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

/** A poll as it was accepted. */
export interface Poll {
  readonly options: readonly string[];
  /** In seconds. */
  readonly expiresIn: number;
  readonly multiple: boolean;
  readonly hideTotals: boolean;
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
  /** The id of the status that it quotes, and who may quote it. */
  readonly quotedId: string | null;
  readonly quotePolicy: string;
  readonly sensitive: boolean;
  readonly language: string;
  readonly poll: Poll | null;
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
  /** Quotes wait for the other server, and do not name their post. */
  quotesPending: boolean;
}

export interface State {
  url: string;
  readonly software: string;
  readonly version: string;
  readonly honoursKey: boolean;
  readonly description: Description;
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
