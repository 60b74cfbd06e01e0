/**
 * A strict stand-in for Tumblr's API (github.com/tumblr/docs, api.md and npf-spec.md) and its OAuth 2.0. It
 * refuses fields that the documents do not have, and keeps a ledger of what it accepted.
 */
import { randomBytes } from 'node:crypto';
import type http from 'node:http';
import type { Recorder } from '../../oracles/exchange.ts';
import { Grants } from '../_shared/grants.ts';
import { answerOf, findRoute, listen, readCall, unknownOf } from '../_shared/stand-in.ts';
import { refusal, toJson, type Answer, type Call } from './call.ts';
import { accountOf, authorize, token } from './oauth.ts';
import { routes } from './posts.ts';
import {
  newId,
  TUMBLR_LIMITS,
  type Account,
  type Armed,
  type Blog,
  type Limits,
  type MadePost,
  type State,
} from './state.ts';

/** The scopes that publishing needs. */
export const ALL_SCOPES = ['write', 'offline_access'] as const;

export interface TumblrOptions {
  readonly limits?: Partial<Limits>;
  /** The redirect URLs of the application. */
  readonly redirectUris?: readonly string[];
  readonly now?: () => Date;
  readonly showsAvatars?: boolean;
  /** Keeps what was said, for a check. */
  readonly recorder?: Recorder;
  /** Whether a call is signed as OAuth 1.0a has it, for the first account; Crier signs nothing. */
  readonly isSigned?: (call: Call) => boolean;
}

/** A running stand-in, with what people do on Tumblr. */
export interface Tumblr {
  readonly url: string;
  /** The application's key and secret, which an operator copies from its page. */
  readonly client: { readonly id: string; readonly secret: string };
  /** The first name is that of the account, and of its main blog. */
  createAccount(...names: readonly string[]): Account;
  createToken(account: Account, scopes?: readonly string[]): { token: string; refreshToken: string };
  /** Posts of other programs on a blog, this many, each with one picture and these words. */
  fill(blog: Blog, count: number, text?: string): void;
  /** All accepted posts, oldest first. */
  posts(): readonly MadePost[];
  /** The owner pins a post to the top of the blog. */
  pin(id: string): void;
  /** Changes how the next requests behave; omitted settings keep their values. */
  arm(armed: Partial<Armed>): void;
  /** The person withdraws the application's access. */
  revoke(account: Account): void;
  /** The values of the header `User-Agent` so far. */
  agents(): ReadonlySet<string>;
  stop(): Promise<void>;
}

export async function startTumblr(options: TumblrOptions = {}): Promise<Tumblr> {
  const state = createState(options);
  const agents = new Set<string>();
  const { url, stop } = await listen((request, response) =>
    serve(state, request, { options, agents }).then(({ status, body, headers }) => {
      const isText = typeof body === 'string';
      response
        .writeHead(status, { ...(isText ? {} : JSON_TYPE), ...headers })
        .end(isText ? body : toJson(body));
    }),
  );
  return {
    url,
    client: { id: state.app.id, secret: state.app.secret },
    ...people(state),
    posts: () => state.posts.map((post) => ({ ...post })),
    arm: (armed) => void Object.assign(state.armed, armed),
    agents: () => agents,
    stop,
  };
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' } as const;

const people = (state: State): Pick<Tumblr, 'createAccount' | 'createToken' | 'fill' | 'pin' | 'revoke'> => ({
  createAccount(...names) {
    const account: Account = { name: names[0] ?? 'staff', blogs: [] };
    for (const name of names) {
      const uuid = `t:${randomBytes(16).toString('base64url')}`;
      const title = `The ${name} blog`;
      account.blogs.push({ uuid, name, title, owner: account, followers: 42, deleted: false });
    }
    state.accounts.set(account.name, account);
    return account;
  },
  createToken(account, scopes = ALL_SCOPES) {
    const { value } = state.grants.issueToken({ account, scopes });
    const isLasting = scopes.includes('offline_access');
    return { token: value, refreshToken: isLasting ? state.grants.issueRefresh({ account, scopes }) : '' };
  },
  fill(blog, count, text = '') {
    for (let n = 0; n < count; n++) {
      const content = [
        ...(text ? [{ type: 'text', text }] : []),
        { type: 'image', media: [{ type: 'image/png', url: 'https://64.media.tumblr.com/x.png' }] },
      ];
      state.posts.push({
        id: newId(state),
        genesis: null,
        blog,
        content,
        tags: [],
        sourceUrl: null,
        media: [],
        state: 'published',
        readsLeft: 0,
        at: state.now().getTime(),
        pinned: false,
        deleted: false,
      });
    }
  },
  pin(id) {
    const post = state.posts.find((one) => one.id === id);
    if (post) post.pinned = true;
  },
  revoke: (account) => state.grants.revoke(account),
});

const createState = (options: TumblrOptions): State => ({
  limits: { ...TUMBLR_LIMITS, ...options.limits },
  now: options.now ?? (() => new Date()),
  app: {
    id: randomBytes(25).toString('base64url'),
    secret: randomBytes(25).toString('base64url'),
    redirectUris: options.redirectUris ?? ['https://crier.example/integrations/social/tumblr'],
  },
  accounts: new Map(),
  grants: new Grants({
    seconds: options.limits?.tokenSeconds ?? TUMBLR_LIMITS.tokenSeconds,
    now: options.now,
  }),
  posts: [],
  armed: { transcodingReads: 0 },
  showsAvatars: options.showsAvatars ?? true,
  calls: 0,
  nextId: 784_000_000_000_000_001n,
});

async function serve(
  state: State,
  request: http.IncomingMessage,
  { options, agents }: { options: TumblrOptions; agents: Set<string> },
): Promise<Answer> {
  const call: Call = { ...(await readCall(request)), params: [] };
  const { method, path, headers, body } = call;
  if (path !== '/oauth2/authorize') agents.add(headers['user-agent'] ?? '');
  const answered = await answerOf(() => answer(state, call, options));
  // What a person presses on Tumblr's own page is not a call of the API.
  if (path === '/oauth2/authorize' && method === 'POST') return answered;
  options.recorder?.add({
    method,
    target: request.url ?? '/',
    request: { headers: headers as Record<string, string>, body },
    status: answered.status,
    answer: { headers: JSON_TYPE, body: Buffer.from(toJson(answered.body)) },
  });
  return answered;
}

async function answer(state: State, call: Call, options: TumblrOptions): Promise<Answer> {
  if (call.path === '/oauth2/authorize') return authorize(state, call);
  if (!call.headers['user-agent']) throw refusal(403, 0, 'The User-Agent header is required.');
  if (call.path === '/v2/oauth2/token' && call.method === 'POST') return token(state, call);
  const found = findRoute(routes, call);
  if (!found) throw refusal(404, 0, 'Not Found');
  const { route } = found;
  const signer = options.isSigned?.(call) ? [...state.accounts.values()][0] : null;
  const account = signer ?? accountOf(state, call);
  const hasKey = route.withKey && call.query.get('api_key') === state.app.id;
  if (!account && !hasKey) throw refusal(401, 1016, 'Unable to authorize');
  countCall(state);
  const extra = unknownOf(call.query.keys(), ['api_key', ...(route.query ?? [])]);
  if (extra.length) throw refusal(400, 0, `Unknown parameters: ${extra.join(', ')}`);
  return route.handle(state, { ...call, params: found.params.map(decodeURIComponent) }, account ?? null);
}

function countCall(state: State): void {
  if (++state.calls <= state.limits.callsPerHour) return;
  throw refusal(429, 0, 'Limit Exceeded', {
    'x-ratelimit-perhour-limit': String(state.limits.callsPerHour),
    'x-ratelimit-perhour-remaining': '0',
    'x-ratelimit-perhour-reset': '1800',
    'x-ratelimit-perday-remaining': '4000',
    'x-ratelimit-perday-reset': '40000',
  });
}
