/**
 * A strict stand-in for Reddit's API (reddit.com/dev/api), its OAuth and its storage of uploads, in Reddit's
 * words: those of the exchanges that PRAW and prawcore have recorded, where there are any. It refuses fields
 * that it does not know, and keeps a ledger of what it accepted.
 */
import { randomBytes } from 'node:crypto';
import type http from 'node:http';
import { Grants, type Pair } from '../_shared/grants.ts';
import { answerOf, findRoute, serveCalls } from '../_shared/stand-in.ts';
import { Refusal, refusal, type Answer, type Call, type Route } from './call.ts';
import { mediaRoutes, store } from './media.ts';
import { authorize, token, tokenOf } from './oauth.ts';
import { readRoutes } from './read.ts';
import {
  REDDIT_LIMITS,
  type Account,
  type Armed,
  type Entry,
  type Limits,
  type State,
  type Subreddit,
} from './state.ts';
import { submitRoutes } from './submit.ts';

/** The scopes that publishing needs. */
export const ALL_SCOPES = ['identity', 'read', 'submit', 'flair', 'history', 'edit'] as const;

export interface RedditOptions {
  readonly limits?: Partial<Limits>;
  /** Port on 127.0.0.1; 0 (default) picks a free one. */
  readonly port?: number;
  /** The redirect URL of the app. */
  readonly redirectUris?: readonly string[];
  readonly now?: () => Date;
}

/** A request that reached the stand-in, for comparing its form. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A running stand-in, with what people do on Reddit. */
export interface Reddit {
  readonly url: string;
  /** The app's id and secret, which an operator copies from its page. */
  readonly client: { readonly id: string; readonly secret: string };
  /** `icon`: the URL of its picture; no browser of a test can load one of Reddit's. */
  createAccount(name: string, icon?: string): Account;
  /** An access token of an account, with a refresh token. */
  createToken(account: Account, scopes?: readonly string[]): Pair;
  addSubreddit(subreddit: Partial<Subreddit> & { name: string }): void;
  /** All accepted submissions and comments, oldest first. */
  entries(): readonly Entry[];
  /** Changes how the next requests behave; omitted settings keep their values. */
  arm(armed: Partial<Armed>): void;
  /** The person withdraws the app's access: 401, and 400 for the refresh token. */
  revoke(account: Account): void;
  requests(): readonly SeenRequest[];
  stop(): Promise<void>;
}

const routes: readonly Route[] = [...submitRoutes, ...mediaRoutes, ...readRoutes];
const TEN_MINUTES = 600_000;

export async function startReddit(options: RedditOptions = {}): Promise<Reddit> {
  const state = createState(options);
  const seen: SeenRequest[] = [];
  const { url, stop } = await serveCalls(
    (call) => {
      const { method, path, search: query, headers, body } = call;
      seen.push({ method, path, query, headers, body });
      return answer(state, { ...call, params: [] });
    },
    { port: options.port, textType: null, jsonType: 'application/json; charset=UTF-8' },
  );
  state.url = url;
  return {
    url,
    client: { id: state.app.id, secret: state.app.secret },
    createAccount(name, icon = '') {
      const account: Account = { id: `${state.accounts.size + 1}cixf`, name, icon, isSuspended: false };
      state.accounts.set(account.id, account);
      addSubreddit(state, { name: `u_${name}` });
      return account;
    },
    createToken: (account, scopes = ALL_SCOPES) => state.grants.issue({ account, scopes, isPermanent: true }),
    addSubreddit: (subreddit) => addSubreddit(state, subreddit),
    entries: () => state.ledger.map((entry) => ({ ...entry })),
    arm: (armed) => void Object.assign(state.armed, armed),
    revoke: (account) => state.grants.revoke(account),
    requests: () => seen.slice(),
    stop,
  };
}

function createState(options: RedditOptions): State {
  const { now = () => new Date() } = options;
  const limits = { ...REDDIT_LIMITS, ...options.limits };
  return {
    url: '',
    limits,
    now,
    app: {
      id: 'crierclientid0',
      secret: randomBytes(20).toString('base64url'),
      redirectUris: options.redirectUris ?? ['https://crier.example/integrations/social/reddit'],
    },
    accounts: new Map(),
    subreddits: new Map(),
    grants: new Grants({ seconds: limits.tokenSeconds, now }),
    assets: new Map(),
    ledger: [],
    counts: new Map(),
    armed: { processingReads: 1, rateLimit: null, acceptedBefore: 0, hideComment: false },
    nextId: Number.parseInt('1khu9tf', 36),
  };
}

function addSubreddit({ subreddits }: State, subreddit: Partial<Subreddit> & { name: string }): void {
  subreddits.set(subreddit.name.toLowerCase(), {
    type: 'any',
    galleries: true,
    flairRequired: false,
    flairs: [],
    forbiddenInTitles: [],
    isPrivate: false,
    hasBanned: false,
    ...subreddit,
  });
}

async function answer(state: State, call: Call): Promise<Answer> {
  if (call.path === '/storage/') return store(state, call);
  if (call.path === '/api/v1/authorize') return authorize(state, call);
  checkCaller(call);
  if (call.path === '/api/v1/access_token' && call.method === 'POST') return token(state, call);
  const found = findRoute(routes, call);
  if (!found) throw refusal(404);
  const { route, params } = found;
  const known = tokenOf(state, call, route.scope);
  const quota = count(state, known.value);
  const made = await answerOf(() => route.handle(state, { ...call, params }, known));
  return { ...made, headers: { ...quota, ...made.headers } };
}

/** As recorded: a page, with the seconds to wait. */
export const tooMany = (seconds: number): Refusal =>
  new Refusal({
    status: 429,
    body: '<!doctype html><html><head><title>Too Many Requests</title></head><body><h1>whoa there, pardner!</h1></body></html>',
    headers: { 'content-type': 'text/html; charset=UTF-8', 'retry-after': String(seconds) },
  });

/** "Many default User-Agents are drastically limited": here they are refused. */
function checkCaller({ headers, query, path }: Call): void {
  if (!/^[\w.-]+:[\w.-]+:[\w.-]+/.test(headers['user-agent'] ?? '')) throw tooMany(4);
  if (path !== '/api/v1/access_token' && query.get('raw_json') !== '1') throw refusal(400);
}

function count({ counts, limits, now }: State, key: string): Record<string, string> {
  const window = Math.floor(now().getTime() / TEN_MINUTES);
  const used = (counts.get(`${key}:${window}`) ?? 0) + 1;
  counts.set(`${key}:${window}`, used);
  const reset = Math.ceil(((window + 1) * TEN_MINUTES - now().getTime()) / 1000);
  if (used > limits.requests) throw tooMany(reset);
  return {
    'x-ratelimit-used': String(used),
    'x-ratelimit-remaining': String(limits.requests - used),
    'x-ratelimit-reset': String(reset),
  };
}
