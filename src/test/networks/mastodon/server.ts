/**
 * A strict stand-in for Mastodon's HTTP API (docs.joinmastodon.org), with the behaviour and error messages of
 * Mastodon 4.5. It rejects what Mastodon rejects and keeps a ledger of what it accepted. It has no federation
 * and no timelines, and writes nothing to disk.
 */
import { answerOf, findRoute, serveCalls } from '../_shared/stand-in.ts';
import { notFound, ApiError, type Answer, type Call } from './call.ts';
import { instanceRoutes } from './instance.ts';
import { mediaRoutes } from './media.ts';
import { oauthRoutes } from './oauth.ts';
import { countRequest, countStatus, quotaHeaders, type Quota } from './rate-limit.ts';
import { presentedToken } from './call.ts';
import {
  addAccount,
  addToken,
  idMaker,
  MASTODON_LIMITS,
  SOFTWARE,
  type Armed,
  type LedgerEntry,
  type Limits,
  type State,
} from './state.ts';
import { statusRoutes } from './statuses.ts';

/** The scopes that publishing needs. Since 4.3, `profile` can replace `read:accounts`. */
export const ALL_SCOPES = ['read:accounts', 'read:statuses', 'write:statuses', 'write:media'] as const;

/** `software`: one of `SOFTWARE`, by default `mastodon`. */
export interface MastodonOptions {
  readonly software?: string;
  readonly version?: string;
  readonly limits?: Partial<Limits>;
  /** Port on 127.0.0.1; 0 (default) picks a free one. */
  readonly port?: number;
  readonly now?: () => Date;
}

/** A running stand-in, with what people do in the app. */
export interface Mastodon {
  readonly url: string;
  createAccount(account: { username: string; scopes?: readonly string[] }): { id: string; token: string };
  /** All accepted statuses, oldest first. Deleted ones have `deletedAt`. */
  statuses(): readonly LedgerEntry[];
  /** The ids of all files that were uploaded, oldest first. */
  uploads(): readonly string[];
  /** Media that belong to no status are removed, as the instance does once a day. */
  removeUnattached(): void;
  /** Changes how the next requests fail; omitted settings keep their values. */
  arm(armed: Partial<Armed>): void;
  /** The person authorises the app again, which issues another token for the account. */
  logIn(accountId: string): { token: string };
  /** The person revokes the app's access: 401 from now on. */
  revoke(token: string): void;
  /** The registered apps, oldest first. */
  apps(): readonly { clientId: string; redirectUri: string; scopes: readonly string[] }[];
  /** The instance loses all registered apps, as after a new installation. */
  forgetApps(): void;
  /** A moderator suspends the account: 403 from now on. */
  suspend(accountId: string): void;
  stop(): Promise<void>;
}

const routes = [...statusRoutes, ...mediaRoutes, ...instanceRoutes, ...oauthRoutes];

export async function startMastodon(options: MastodonOptions = {}): Promise<Mastodon> {
  const state = createState(options);
  const { url, stop } = await serveCalls((call) => answer(state, { ...call, params: [] }), {
    port: options.port,
  });
  state.url = url;
  return {
    url,
    createAccount({ username, scopes = ALL_SCOPES }) {
      const token = addAccount(state, username, scopes);
      return { id: token.account.id, token: token.value };
    },
    statuses: () => state.ledger.map((status) => ({ ...status })),
    uploads: () => state.uploads.slice(),
    removeUnattached() {
      for (const media of state.media.values()) if (!media.statusId) state.media.delete(media.id);
    },
    arm: (armed) => void Object.assign(state.armed, armed),
    logIn(accountId) {
      const account = [...state.accounts.values()].find((a) => a.id === accountId);
      if (!account) throw new Error(`There is no account ${accountId}`);
      return { token: addToken(state, account, ALL_SCOPES).value };
    },
    apps: () =>
      [...state.apps.values()].map(({ clientId, redirectUri, scopes }) => ({
        clientId,
        redirectUri,
        scopes,
      })),
    forgetApps: () => state.apps.clear(),
    revoke(token) {
      for (const known of state.tokens.values()) if (known.value === token) known.revoked = true;
    },
    suspend(accountId) {
      for (const account of state.accounts.values()) if (account.id === accountId) account.suspended = true;
    },
    stop,
  };
}

function createState(options: MastodonOptions): State {
  const { software = 'mastodon', now = () => new Date() } = options;
  const kind = SOFTWARE[software];
  if (!kind) throw new Error(`No stand-in of ${software}; known: ${Object.keys(SOFTWARE).join(', ')}`);
  return {
    url: '',
    software,
    version: options.version ?? kind.version,
    honoursKey: kind.honoursKey,
    description: kind.description ?? 'v2',
    limits: { ...MASTODON_LIMITS, ...kind.limits, ...options.limits },
    now,
    accounts: new Map(),
    tokens: new Map(),
    apps: new Map(),
    grants: new Map(),
    media: new Map(),
    uploads: [],
    ledger: [],
    keys: new Map(),
    counts: new Map(),
    armed: { mediaPolls: 0, mediaFails: false, repeatFails: false, quotesPending: false },
    nextId: idMaker(now),
  };
}

async function answer(state: State, call: Call): Promise<Answer> {
  if (call.body.length > state.limits.bodyBytes) {
    return {
      status: 413,
      headers: { 'content-type': 'text/html' },
      body: '<html><head><title>413 Request Entity Too Large</title></head></html>',
    };
  }
  if (call.path === '/__ledger') return { status: 200, body: state.ledger };
  const quota = call.path.startsWith('/api') ? countRequest(state, call) : null;
  const answered = await answerOf(() => route(state, call, quota));
  if (!quota) return answered;
  return { ...answered, headers: { ...quotaHeaders(tightest(state, call, quota)), ...answered.headers } };
}

function route(state: State, call: Call, quota: Quota | null): Answer | Promise<Answer> {
  if (quota && quota.remaining < 0) throw new ApiError(429, 'Too many requests');
  const found = findRoute(routes, call);
  if (!found) throw notFound();
  return found.route.handle(state, { ...call, params: found.params });
}

// POST /api/v1/statuses reports whichever limit has less left (rate_limit_headers.rb).
function tightest(state: State, call: Call, quota: Quota): Quota {
  const account = presentedToken(state, call)?.account;
  if (!account || call.method !== 'POST' || call.path !== '/api/v1/statuses') return quota;
  const statuses = countStatus(state, account.id, 0);
  return statuses.remaining < quota.remaining ? statuses : quota;
}
