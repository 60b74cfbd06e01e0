/** What the workspace's front knows beyond the server behind it. */

/** An app's bot token. `state` is the word by which Slack refuses it; null while it is good. */
export interface Token {
  readonly value: string;
  readonly scopes: readonly string[];
  state: 'token_revoked' | 'token_expired' | 'account_inactive' | null;
}

/** The app, as its owner set it up at Slack. */
export interface App {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUris: readonly string[];
}

/** A code that the workspace gave out. `code` of the server behind is the same. */
export interface Grant {
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  used: boolean;
}

/** A file of a message, as it was uploaded. `sha256` in hexadecimal, of the bytes. */
export interface LedgerFile {
  readonly id: string;
  readonly name: string;
  readonly alt: string;
  readonly size: number;
  readonly sha256: string;
}

/** One accepted message. It stays in the ledger after its deletion, with `deletedAt`. */
export interface LedgerEntry {
  readonly ts: string;
  readonly channel: string;
  /** As it was sent: escaped, in Slack's notation. */
  readonly text: string;
  readonly threadTs: string | null;
  /** `metadata.event_payload.key`. */
  readonly key: string | null;
  readonly files: readonly LedgerFile[];
  /** ISO 8601. */
  readonly at: string;
  deletedAt: string | null;
}

/** An upload that has an address. `shareLooks` = how many more looks at the completed file show no share. */
export interface Upload extends Omit<LedgerFile, 'sha256' | 'size'> {
  readonly length: number;
  sha256: string | null;
  shareLooks: number;
}

/**
 * Limits of the workspace. `postBurst` = messages that one channel takes at once, before one a second;
 * `tierFactor` multiplies the calls a minute of every tier.
 */
export interface Limits {
  readonly textLength: number;
  readonly altLength: number;
  readonly fileBytes: number;
  readonly postBurst: number;
  readonly tierFactor: number;
}

/** What the documents name; the burst is ours, they say "short bursts". */
export const SLACK_LIMITS: Limits = {
  textLength: 40_000,
  altLength: 1000,
  fileBytes: 1024 ** 3,
  postBurst: 10,
  tierFactor: 1,
};

/** What the next requests meet. */
export interface Armed {
  /**
   * So many looks (`files.info`) at a newly completed file show no share; the answer to the completion never
   * does.
   */
  shareLooks: number;
  /** Messages lose their metadata, though they are accepted. */
  dropMetadata: boolean;
  /** `conversations.replies` is closed to bots in channels, as its document says. */
  closedReplies: boolean;
  /** The app is removed from the workspace right after the next message: every token is revoked. */
  removedAfterMessage: boolean;
}

/** A bucket of calls: `left` may be fractional. */
interface Bucket {
  left: number;
  at: number;
}

/** Everything of one running workspace. */
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
  /** Calls the server behind the front: as the app's bot, or as the workspace's owner. */
  inner(method: string, args: Record<string, unknown>, as?: 'bot' | 'owner'): Promise<Body>;
  /** A page of the server behind the front, or a form posted to it; redirects are not followed. */
  page(path: string, form?: string): Promise<Response>;
  /** Passes the bytes of a file on. */
  upload(id: string, bytes: Buffer<ArrayBuffer>, type: string): Promise<{ status: number }>;
}

/** A JSON answer of the Web API. */
export interface Body {
  readonly ok: boolean;
  readonly error?: string;
  readonly [key: string]: unknown;
}

/** A refusal in Slack's own form: HTTP 200, `{"ok": false, "error": word}` and what else belongs to it. */
export class Refused extends Error {
  readonly extra: Readonly<Record<string, unknown>>;

  constructor(word: string, extra: Readonly<Record<string, unknown>> = {}) {
    super(word);
    this.extra = extra;
  }
}
