/**
 * A strict stand-in for X (docs.x.com): tokens that end and rotate, uploads in chunks, posts, articles,
 * limits and refusals in X's own words. It keeps a ledger of what it accepted (`GET /__ledger`), and can hand
 * over every exchange, so that X's own description checks both sides.
 */
import { randomBytes } from 'node:crypto';
import type { Recorder } from '../../oracles/exchange.ts';
import { answerOf, findRoute, serveCalls } from '../_shared/stand-in.ts';
import { articleRoutes } from './articles.ts';
import { plain, type Answer, type Call } from './call.ts';
import { mediaRoutes } from './media.ts';
import { issueTokens, oauthRoutes } from './oauth.ts';
import { postRoutes } from './posts.ts';
import { countRequest } from './rate-limit.ts';
import {
  idMaker,
  X_LIMITS,
  type Account,
  type Armed,
  type Article,
  type LedgerEntry,
  type Limits,
  type Media,
  type State,
} from './state.ts';

/** The permissions that publishing needs. */
export const ALL_SCOPES = [
  'tweet.read',
  'tweet.write',
  'users.read',
  'media.write',
  'offline.access',
] as const;

export interface XOptions {
  readonly limits?: Partial<Limits>;
  /** Port on 127.0.0.1; 0 (default) picks a free one. */
  readonly port?: number;
  /** The callback URLs of the app. */
  readonly redirectUris?: readonly string[];
  readonly now?: () => Date;
  readonly vocabulary?: State['vocabulary'];
  /** Receives every exchange of the API. */
  readonly recorder?: Recorder;
}

/** Tokens as the token endpoint gives them. */
export interface Pair {
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** A running stand-in, with what people do at X. */
export interface X {
  readonly url: string;
  /** What an operator copies from the console. */
  readonly client: { readonly id: string; readonly secret: string };
  createAccount(account: { username: string; subscription?: string }): { id: string; username: string };
  /** The account grants the app access; without a browser. */
  grant(accountId: string, scopes?: readonly string[]): Pair;
  /** The person withdraws the access: everything that came of the token ends. */
  revoke(accessToken: string): void;
  /** Two hours pass for every access token; refresh tokens stay. */
  endAccessTokens(): void;
  /** How many refresh tokens were used. */
  renewals(): number;
  suspend(accountId: string): void;
  /** All accepted posts, oldest first. Deleted ones have `deletedAt`. */
  posts(): readonly LedgerEntry[];
  articles(): readonly Article[];
  /** Those of videos. */
  subtitles(): readonly NonNullable<Media['subtitles']>[];
  /** How many uploads were begun, and how many chunks came, twice or not. */
  uploads(): { readonly begun: number; readonly chunks: number };
  /** Uploads that belong to no post end. */
  endUploads(): void;
  arm(armed: Partial<Armed>): void;
  stop(): Promise<void>;
}

const routes = [...postRoutes, ...mediaRoutes, ...articleRoutes, ...oauthRoutes];

export async function startX(options: XOptions = {}): Promise<X> {
  const state = createState(options);
  const chunks = { count: 0 };
  const { url, stop } = await serveCalls(
    (call) => {
      if (call.path.endsWith('/append')) chunks.count++;
      return answer(state, { ...call, params: [] });
    },
    { port: options.port, recorder: options.recorder, records: ({ path }) => path.startsWith('/2/') },
  );
  state.url = url;
  return {
    url,
    client: { id: state.app.clientId, secret: state.app.clientSecret },
    createAccount({ username, subscription = 'None' }) {
      const account: Account = {
        id: state.nextId(),
        username,
        name: username,
        subscription,
        suspended: false,
      };
      state.accounts.set(account.id, account);
      return { id: account.id, username };
    },
    grant(accountId, scopes = ALL_SCOPES) {
      const account = state.accounts.get(accountId);
      if (!account) throw new Error(`There is no account ${accountId}`);
      const { accessToken, refreshToken = '' } = issueTokens(state, { account, scopes, revoked: false });
      return { accessToken, refreshToken };
    },
    revoke(accessToken) {
      const token = state.accessTokens.get(accessToken);
      if (token) token.family.revoked = true;
    },
    endAccessTokens: () => state.accessTokens.clear(),
    renewals: () => [...state.refreshTokens.values()].filter(({ used }) => used).length,
    suspend(accountId) {
      const account = state.accounts.get(accountId);
      if (account) account.suspended = true;
    },
    posts: () => state.ledger.map((post) => ({ ...post })),
    articles: () => [...state.articles.values()],
    subtitles: () => [...state.media.values()].flatMap((media) => media.subtitles ?? []),
    uploads: () => ({ begun: state.media.size, chunks: chunks.count }),
    endUploads() {
      for (const media of state.media.values()) if (!media.postId) state.media.delete(media.id);
    },
    arm: (armed) => void Object.assign(state.armed, armed),
    stop,
  };
}

function createState(options: XOptions): State {
  const { now = () => new Date() } = options;
  return {
    url: '',
    limits: { ...X_LIMITS, ...options.limits },
    now,
    vocabulary: options.vocabulary ?? 'posts',
    app: {
      clientId: `${randomBytes(12).toString('base64url')}:1:ci`,
      // With a hyphen, as real ones may have: encoded once too often, it is another secret.
      clientSecret: `-${randomBytes(24).toString('base64url')}`,
      redirectUris: options.redirectUris ?? [],
    },
    accounts: new Map(),
    codes: new Map(),
    accessTokens: new Map(),
    refreshTokens: new Map(),
    media: new Map(),
    articles: new Map(),
    ledger: [],
    counts: new Map(),
    armed: {
      mediaPolls: 0,
      mediaFails: false,
      loseTokens: false,
      capped: false,
      longestVideo: null,
      hidesReferences: false,
      refusesQuotes: false,
    },
    nextId: idMaker(now),
  };
}

async function answer(state: State, call: Call): Promise<Answer> {
  if (call.path === '/__ledger') return { status: 200, body: state.ledger };
  const answered = await answerOf(() => route(state, call));
  if (call.path !== '/2/oauth2/token' || !state.armed.loseTokens) return answered;
  state.armed.loseTokens = false;
  throw new Error('The answer is lost');
}

async function route(state: State, call: Call): Promise<Answer> {
  const found = findRoute(routes, call);
  if (!found) throw plain(404, 'Not Found');
  const headers = quotaOf(state, call);
  const answered = await found.route.handle(state, { ...call, params: found.params });
  return { ...answered, headers: { ...headers, ...answered.headers } };
}

/** Requests of a person are counted by the URL without its ids; those without a token are not. */
function quotaOf(state: State, { method, path, headers }: Call): Record<string, string> {
  const token = state.accessTokens.get(/^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '');
  if (!token) return {};
  return countRequest(state, token.family.account.id, `${method} ${path.replaceAll(/\d{5,}/g, ':id')}`);
}
