/**
 * A strict stand-in for the Threads API, in the words of Meta's documentation and its Postman collection. It
 * refuses parameters that it does not know, and keeps a ledger of what was published.
 */
import { randomBytes } from 'node:crypto';
import type http from 'node:http';
import type { Recorder } from '../../oracles/exchange.ts';
import { fetchFile, type Reach } from '../meta/fetch-file.ts';
import { answerOf, listen, readCall, send } from '../_shared/stand-in.ts';
import { accountInsights, postInsights, publishingLimit } from './insights.ts';
import { authorize, exchange, issue, lengthen, renew, tokenOf } from './oauth.ts';
import { createContainer, list, publish, readContainer, readEntry, remove } from './posts.ts';
import { missing, ok, onlyFields, THREADS_LIMITS } from './state.ts';
import type { Account, Answer, Call, Entry, Limits, State, Token } from './state.ts';

export interface ThreadsOptions {
  readonly limits?: Partial<Limits>;
  /** Port on 127.0.0.1; 0 (default) picks a free one. */
  readonly port?: number;
  readonly redirectUris?: readonly string[];
  readonly now?: () => Date;
  readonly recorder?: Recorder;
  /** With it, files are fetched from the URLs that posts name; without, only their form is checked. */
  readonly reach?: Reach;
}

/** A running stand-in, with what people do on Threads. */
export interface Threads {
  readonly url: string;
  readonly client: { readonly id: string; readonly secret: string };
  createAccount(username: string): Account;
  /** A token of 60 days. */
  createToken(account: Account, scopes: readonly string[]): string;
  /** What was published, oldest first. */
  entries(): readonly Entry[];
  /** Containers from now on end with these words: `FAILED_DOWNLOADING_VIDEO`. */
  failMedia(text: string | null): void;
  /** Files that are being processed are ready now. */
  finishProcessing(): void;
  /** How many containers with files were made. */
  containers(): number;
  /** The person withdraws the app's access. */
  revoke(account: Account): void;
  /** What was fetched from a URL; null when it could not be, undefined when nobody tried. */
  fetched(url: string): Buffer | null | undefined;
  stop(): Promise<void>;
}

const TYPES = { textType: null, jsonType: 'application/json; charset=UTF-8' } as const;

export async function startThreads(options: ThreadsOptions = {}): Promise<Threads> {
  const state = createState(options);
  const { url, stop } = await listen(
    async (request, response) => send(response, await serve(state, request), TYPES),
    options.port,
  );
  state.url = url;
  return {
    url,
    client: { id: state.app.id, secret: state.app.secret },
    createAccount(username) {
      const account: Account = {
        id: String(17_841_400_000_000_000n + BigInt(state.accounts.size)),
        username,
      };
      state.accounts.set(account.id, account);
      return account;
    },
    createToken: (account, scopes) => issue(state, { account, scopes }, true).value,
    entries: () => state.ledger.map((entry) => ({ ...entry })),
    fetched: (url) => state.files.get(url),
    failMedia: (text) => void (state.failing = text),
    finishProcessing() {
      for (const container of state.containers.values()) container.readsLeft = 0;
    },
    containers: () => [...state.containers.values()].filter(({ type }) => type !== 'TEXT').length,
    revoke(account) {
      for (const [value, token] of state.tokens) if (token.account === account) state.tokens.delete(value);
    },
    stop,
  };
}

function createState({ limits, now, redirectUris, recorder, reach }: ThreadsOptions): State {
  return {
    url: '',
    limits: { ...THREADS_LIMITS, ...limits },
    now: now ?? (() => new Date()),
    app: {
      id: '1234567890123456',
      secret: randomBytes(16).toString('hex'),
      redirectUris: redirectUris ?? ['https://crier.example/integrations/social/threads'],
    },
    accounts: new Map(),
    codes: new Map(),
    tokens: new Map(),
    containers: new Map(),
    ledger: [],
    failing: null,
    files: new Map(),
    ...(reach ? { reach } : {}),
    record: recorder?.add ?? (() => undefined),
    nextId: 18_000_000_000_000_001n,
  };
}

async function serve(state: State, request: http.IncomingMessage): Promise<Answer> {
  const { method, path, query, headers, body } = await readCall(request);
  const isForm = String(headers['content-type']).startsWith('application/x-www-form-urlencoded');
  const fields = new URLSearchParams([...query, ...(isForm ? new URLSearchParams(body.toString()) : [])]);
  const named = fields.get('image_url') ?? fields.get('video_url');
  if (named && state.reach) state.files.set(named, await fetchFile(state.reach, named));
  const answer = await answerOf(() => route(state, { method, path, fields, headers }));
  if (path !== '/oauth/authorize') {
    state.record({
      method,
      target: request.url ?? '/',
      request: { headers: { 'content-type': String(headers['content-type'] ?? '') }, body },
      status: answer.status,
      answer: {
        headers: { 'content-type': 'application/json' },
        body: Buffer.from(JSON.stringify(answer.body)),
      },
    });
  }
  return answer;
}

type Handle = (state: State, call: Call, token: Token) => Answer;

const OF_ME: Readonly<Record<string, Handle>> = {
  'GET /me': (_state, call, { account }) => {
    onlyFields(call, ['fields']);
    return ok({ id: account.id, username: account.username, name: '' });
  },
  'POST /me/threads': createContainer,
  'POST /me/threads_publish': publish,
  'GET /me/threads': list('threads'),
  'GET /me/replies': list('replies'),
  'GET /me/threads_insights': accountInsights,
  'GET /me/threads_publishing_limit': publishingLimit,
};

function route(state: State, call: Call): Answer {
  const { method, path } = call;
  switch (`${method} ${path}`) {
    case 'GET /oauth/authorize':
    case 'POST /oauth/authorize':
      return authorize(state, call);
    case 'POST /oauth/access_token':
      return exchange(state, call);
    case 'GET /access_token':
      return lengthen(state, call);
    case 'GET /refresh_access_token':
      return renew(state, call);
    default:
      return ofAccount(state, { ...call, path: path.replace(/^\/v1\.0(?=\/)/, '') });
  }
}

function ofAccount(state: State, call: Call): Answer {
  const token = tokenOf(state, call);
  const handle = OF_ME[`${call.method} ${call.path}`];
  if (handle) return handle(state, call, token);
  const [, id = '', rest] = /^\/(\d+)(?:\/(\w+))?$/.exec(call.path) ?? [];
  const container = state.containers.get(id);
  if (container && call.method === 'GET' && !rest) return readContainer(state, call, container);
  const entry = state.ledger.find((one) => one.id === id && !one.deleted);
  if (!entry) throw missing(id);
  if (call.method === 'DELETE' && !rest) return remove(token, entry);
  if (call.method === 'GET' && rest === 'insights') return postInsights(call, token, id);
  if (call.method === 'GET' && !rest) return readEntry(call, entry);
  throw missing(id);
}
