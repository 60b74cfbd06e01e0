/** What the workspace's front knows beyond the emulator. */

/** An app's bot token. `state` is the error code with which Slack rejects it; null while it is valid. */
export interface Token {
  readonly value: string;
  readonly scopes: readonly string[];
  state: 'token_revoked' | 'token_expired' | 'account_inactive' | null;
}

/** The app as its owner configured it on Slack. */
export interface App {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUris: readonly string[];
}

/** An authorization code issued by the emulator. */
export interface Grant {
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  used: boolean;
}

/** An uploaded file of a message; `sha256` is in hexadecimal. */
export interface LedgerFile {
  readonly id: string;
  readonly name: string;
  readonly alt: string;
  readonly size: number;
  readonly sha256: string;
}

/** An accepted message. It stays in the ledger after its deletion, with `deletedAt`. */
export interface LedgerEntry {
  readonly ts: string;
  readonly channel: string;
  /** The text as sent: escaped, in Slack's notation. */
  readonly text: string;
  readonly threadTs: string | null;
  /** `metadata.event_payload.key`. */
  readonly key: string | null;
  readonly files: readonly LedgerFile[];
  /** ISO 8601. */
  readonly at: string;
  deletedAt: string | null;
}

/** The emulator holds its files in memory: of a larger one it gets this many bytes, as if that were all. */
export const PASSED_ON = 4 * 1024 ** 2;

/** An upload with its URL. The next `sharePolls` polls of the completed file show no share. */
export interface Upload extends Omit<LedgerFile, 'sha256' | 'size'> {
  readonly length: number;
  sha256: string | null;
  sharePolls: number;
}

/**
 * A channel accepts `postBurst` messages at once, then one per second. `tierFactor` multiplies every tier's
 * calls per minute.
 */
export interface Limits {
  readonly textLength: number;
  readonly altLength: number;
  readonly fileBytes: number;
  readonly postBurst: number;
  readonly tierFactor: number;
}

/** The documented values, except for the burst: the documentation only says "short bursts". */
export const SLACK_LIMITS: Limits = {
  textLength: 40_000,
  altLength: 1000,
  fileBytes: 1024 ** 3,
  postBurst: 10,
  tierFactor: 1,
};

/** How the next requests behave. */
export interface Armed {
  /**
   * How many polls (`files.info`) of a completed file show no share. The completion's response never does.
   */
  sharePolls: number;
  /** Messages are accepted without their metadata. */
  dropMetadata: boolean;
  /** `conversations.replies` rejects bots in channels, as documented. */
  closedReplies: boolean;
  /** The app is removed from the workspace right after the next message, which revokes every token. */
  removedAfterMessage: boolean;
}

/** `left` may be fractional. */
interface Bucket {
  left: number;
  at: number;
}

export interface State {
  url: string;
  readonly limits: Limits;
  readonly now: () => Date;
  readonly tokens: Map<string, Token>;
  readonly app: App;
  readonly grants: Map<string, Grant>;
  readonly uploads: Map<string, Upload>;
  readonly ledger: LedgerEntry[];
  readonly buckets: Map<string, Bucket>;
  readonly armed: Armed;
  readonly bot: { readonly userId: string; readonly botId: string };
  /** Calls the emulator as the app's bot or as the workspace's owner. */
  inner(method: string, args: Record<string, unknown>, as?: 'bot' | 'owner'): Promise<Body>;
  /** Fetches a page of the emulator, or posts a form to it, without following redirects. */
  page(path: string, form?: string): Promise<Response>;
  /** Passes a file on to the emulator. */
  upload(id: string, bytes: Buffer<ArrayBuffer>, type: string): Promise<{ status: number }>;
}

/** A JSON response of the Web API. */
export interface Body {
  readonly ok: boolean;
  readonly error?: string;
  readonly [key: string]: unknown;
}

/** An error as Slack reports it: HTTP 200 with `{"ok": false, "error": code}` and further fields. */
export class ApiError extends Error {
  readonly extra: Readonly<Record<string, unknown>>;

  constructor(code: string, extra: Readonly<Record<string, unknown>> = {}) {
    super(code);
    this.extra = extra;
  }
}
