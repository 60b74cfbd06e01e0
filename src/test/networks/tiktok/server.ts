/**
 * A strict stand-in for TikTok: Login Kit, the Content Posting API with its uploads in chunks, and the lists
 * (developers.tiktok.com). It refuses fields that the pages do not have, in TikTok's words where these are
 * known, and keeps what it accepted.
 */
import { randomBytes } from 'node:crypto';
import { Grants, random, type Pair } from '../_shared/grants.ts';
import { serveCalls } from '../_shared/stand-in.ts';
import { refusal, type Answer, type Call } from './call.ts';
import { authorize, SCOPES, token, tokenOf } from './oauth.ts';
import { accept, live, routes } from './posts.ts';
import { TIKTOK_LIMITS, type Account, type Armed, type Limits, type Post, type State } from './state.ts';

export interface TikTokOptions {
  readonly limits?: Partial<Limits>;
  /** The redirect URLs of the app. */
  readonly redirectUris?: readonly string[];
  /** URLs that the operator has verified. */
  readonly verified?: readonly string[];
  readonly now?: () => Date;
}

/** A running stand-in, with what people do on TikTok. */
export interface TikTok {
  readonly url: string;
  /** The app's key and secret, which an operator copies from its page. */
  readonly client: { readonly id: string; readonly secret: string };
  createAccount(username: string, more?: Partial<Omit<Account, 'openId' | 'username'>>): Account;
  createToken(account: Account): Pair;
  /** What TikTok has accepted and not refused, oldest first. */
  posts(): readonly Post[];
  /** Every post that was begun. */
  begun(): readonly Post[];
  arm(armed: Partial<Armed>): void;
  /** An hour passes for every upload that is open. */
  endUploads(): void;
  /** The person withdraws the app's access. */
  revoke(account: Account): void;
  stop(): Promise<void>;
}

const ALL = ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'] as const;

export async function startTikTok(options: TikTokOptions = {}): Promise<TikTok> {
  const state = createState(options);
  const ended = new Set<Post>();
  const { url, stop } = await serveCalls((call) => answer(state, ended, call));
  state.url = url;
  return {
    url,
    client: { id: state.app.id, secret: state.app.secret },
    createAccount(username, more = {}) {
      const account: Account = {
        openId: `-${randomBytes(18).toString('hex')}`,
        username,
        displayName: username,
        avatar: '',
        options: ALL,
        commentsOff: false,
        longestSeconds: 600,
        ...more,
      };
      state.accounts.push(account);
      return account;
    },
    createToken: (account) => state.grants.issue({ account, scopes: [...SCOPES] }),
    posts: () => live(state),
    begun: () => state.posts.slice(),
    arm: (armed) => void Object.assign(state.armed, armed),
    endUploads() {
      for (const post of state.posts) if (post.status === 'open') ended.add(post);
    },
    revoke: (account) => state.grants.revoke(account),
    stop,
  };
}

function createState({
  redirectUris = [],
  verified = [],
  now = () => new Date(),
  ...options
}: TikTokOptions): State {
  const limits = { ...TIKTOK_LIMITS, ...options.limits };
  return {
    url: '',
    app: { id: `aw${randomBytes(8).toString('hex')}`, secret: randomBytes(16).toString('hex'), redirectUris },
    verified,
    limits,
    now,
    accounts: [],
    grants: new Grants({
      seconds: limits.tokenSeconds,
      now,
      makeToken: () => `act.${random()}`,
      makeRefresh: () => `rft.${random()}`,
    }),
    posts: [],
    inits: new Map(),
    armed: { processingReads: 0, moderationReads: 0, failReason: null, unaudited: false },
  };
}

function answer(state: State, ended: ReadonlySet<Post>, call: Call): Answer {
  const { method, path } = call;
  if (path === '/v2/auth/authorize/') return authorize(state, call);
  if (path === '/v2/oauth/token/' && method === 'POST') return token(state, call);
  if (path === '/video/' && method === 'PUT') return receive(state, ended, call);
  const route = routes.find((one) => one.method === method && one.path === path);
  if (!route) throw refusal(404, 'unsupported_path', 'Unsupported path');
  return route.handle(state, call, tokenOf(state, call, route.scope));
}

const UPLOAD_MS = 3_600_000;

/** A chunk: in order, of the size that was announced; the last one ends the upload. */
function receive(state: State, ended: ReadonlySet<Post>, { query, headers, body }: Call): Answer {
  const post = state.posts.find(({ postId }) => postId === query.get('upload_id'));
  if (!post || !query.get('upload_token')) return { status: 404, body: '' };
  const [, first, last, total] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers['content-range'] ?? '') ?? [];
  const length = Number(last) - Number(first) + 1;
  if (
    Number(total) !== post.total ||
    length !== body.length ||
    !headers['content-type']?.startsWith('video/')
  ) {
    return { status: 400, body: '' };
  }
  if (ended.has(post) || state.now().getTime() - post.at > UPLOAD_MS) return { status: 403, body: '' };
  const had = post.received.reduce((sum, { length: bytes }) => sum + bytes, 0);
  const isLast = post.received.length === post.chunks - 1;
  if (
    Number(first) !== had ||
    post.status !== 'open' ||
    length !== (isLast ? post.total - had : post.chunk)
  ) {
    return { status: 416, body: '', headers: { 'content-range': `bytes 0-${had - 1}/${post.total}` } };
  }
  post.received.push(body);
  if (isLast) accept(state, post);
  return {
    status: isLast ? 201 : 206,
    body: '',
    headers: { 'content-range': `bytes 0-${had + length - 1}/${post.total}` },
  };
}
