/**
 * A strict stand-in for Pinterest's API (developers.pinterest.com/docs/api/v5), its OAuth and its storage of
 * videos, in Pinterest's words where these are known. It refuses fields that the description does not have,
 * and keeps a ledger of what it accepted.
 */
import { randomBytes } from 'node:crypto';
import { Grants, random, type Pair } from '../_shared/grants.ts';
import { findRoute, serveCalls, unknownOf } from '../_shared/stand-in.ts';
import { accountRoutes } from './account.ts';
import { invalid, refusal, type Answer, type Call, type Route } from './call.ts';
import { mediaRoutes, store } from './media.ts';
import { authorize, token, tokenOf } from './oauth.ts';
import { fill, pinRoutes } from './pins.ts';
import {
  newId,
  PINTEREST_LIMITS,
  type Account,
  type Armed,
  type Board,
  type Limits,
  type MadePin,
  type State,
} from './state.ts';

/** The scopes that publishing needs. */
export const ALL_SCOPES = [
  'boards:read',
  'boards:write',
  'pins:read',
  'pins:write',
  'user_accounts:read',
] as const;

export interface PinterestOptions {
  readonly limits?: Partial<Limits>;
  /** Port on 127.0.0.1; 0 (default) picks a free one. */
  readonly port?: number;
  /** The redirect URLs of the app. */
  readonly redirectUris?: readonly string[];
  readonly now?: () => Date;
}

/** A request that reached the stand-in. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
}

/** A running stand-in, with what people do on Pinterest. */
export interface Pinterest {
  readonly url: string;
  /** The app's id and secret, which an operator copies from its page. */
  readonly client: { readonly id: string; readonly secret: string };
  /** `image`: the URL of its picture; no browser of a test can load one of Pinterest's. */
  createAccount(username: string, more?: { businessName?: string; image?: string }): Account;
  createBoard(owner: Account, name: string, sections?: readonly string[]): Board;
  /** A board that its owner and those whom they invite see. */
  createSecretBoard(owner: Account, name: string): Board;
  createToken(account: Account, scopes?: readonly string[]): Pair;
  /** Pins of other programs on a board, this many. */
  fill(board: Board, count: number): void;
  /** All accepted pins, oldest first. */
  pins(): readonly MadePin[];
  /** Changes how the next requests behave; omitted settings keep their values. */
  arm(armed: Partial<Armed>): void;
  /** The person withdraws the app's access. */
  revoke(account: Account): void;
  requests(): readonly SeenRequest[];
  stop(): Promise<void>;
}

const routes: readonly Route[] = [...accountRoutes, ...pinRoutes, ...mediaRoutes];
const MINUTE = 60_000;

export async function startPinterest(options: PinterestOptions = {}): Promise<Pinterest> {
  const state = createState(options);
  const seen: SeenRequest[] = [];
  const { url, stop } = await serveCalls(
    (call) => {
      seen.push({ method: call.method, path: call.path, query: call.search });
      return answer(state, { ...call, params: [] });
    },
    { port: options.port, textType: null, jsonType: 'application/json' },
  );
  state.url = url;
  return {
    url,
    client: { id: state.app.id, secret: state.app.secret },
    ...people(state),
    fill: (board, count) => fill(state, board, count),
    pins: () => state.pins.map((pin) => ({ ...pin })),
    arm: (armed) => void Object.assign(state.armed, armed),
    requests: () => seen.slice(),
    stop,
  };
}

const people = (
  state: State,
): Pick<Pinterest, 'createAccount' | 'createBoard' | 'createSecretBoard' | 'createToken' | 'revoke'> => ({
  createAccount(username, { businessName, image = '' } = {}) {
    const account: Account = { id: newId(state), username, businessName: businessName ?? null, image };
    state.accounts.set(account.id, account);
    return account;
  },
  createBoard(owner, name, sections = []) {
    const board: Board = {
      id: newId(state),
      name,
      owner,
      isSecret: false,
      sections: sections.map((section) => ({ id: newId(state), name: section })),
    };
    state.boards.set(board.id, board);
    return board;
  },
  createSecretBoard(owner, name) {
    const board: Board = { id: newId(state), name, owner, isSecret: true, sections: [] };
    state.boards.set(board.id, board);
    return board;
  },
  createToken: (account, scopes = ALL_SCOPES) => state.grants.issue({ account, scopes, isContinuous: true }),
  revoke: (account) => state.grants.revoke(account),
});

function createState(options: PinterestOptions): State {
  const { now = () => new Date() } = options;
  const limits = { ...PINTEREST_LIMITS, ...options.limits };
  return {
    url: '',
    limits,
    now,
    app: {
      id: '1478254',
      secret: randomBytes(20).toString('hex'),
      redirectUris: options.redirectUris ?? ['https://crier.example/integrations/social/pinterest'],
    },
    accounts: new Map(),
    boards: new Map(),
    grants: new Grants({
      seconds: limits.tokenSeconds,
      now,
      makeToken: () => `pina_${random()}`,
      makeRefresh: () => `pinr_${random()}`,
    }),
    uploads: new Map(),
    pins: [],
    counts: new Map(),
    armed: { processingReads: 0, failProcessing: false, trial: false },
    nextId: 549_755_885_175_001n,
  };
}

async function answer(state: State, call: Call): Promise<Answer> {
  if (call.path === '/storage/') return store(state, call);
  if (call.path === '/oauth/') return authorize(state, call);
  if (call.path === '/v5/oauth/token' && call.method === 'POST') return token(state, call);
  const found = findRoute(routes, call);
  if (!found) throw refusal(404, 404, 'Not found.');
  const { route, params } = found;
  const known = tokenOf(state, call, route.scopes);
  const quota = count(state, known.value, route.category);
  const extra = unknownOf(call.query.keys(), route.query ?? []);
  if (extra.length) throw invalid(`Unknown query parameters: ${extra.join(', ')}`);
  const made = await route.handle(state, { ...call, params }, known);
  return { ...made, headers: { ...quota, ...made.headers } };
}

/** The windows that the header of an answer names. */
export const limitHeader = (requests: number, category: string): string =>
  `${requests}, 100;w=1;name="safety_net_app_id_user_id", ${requests};w=60;name="${category}_app_id_user_id"`;

function count({ counts, limits, now }: State, key: string, category: string): Record<string, string> {
  const at = now().getTime();
  const window = Math.floor(at / MINUTE);
  const name = `${key}:${category}:${window}`;
  const used = (counts.get(name) ?? 0) + 1;
  counts.set(name, used);
  const headers = {
    'x-ratelimit-limit': limitHeader(limits.requests, category),
    'x-ratelimit-remaining': String(Math.max(0, limits.requests - used)),
    'x-ratelimit-reset': String(Math.ceil(((window + 1) * MINUTE - at) / 1000)),
  };
  if (used > limits.requests) {
    throw refusal(429, 8, 'You have exceeded your rate limit. Try again later.', headers);
  }
  return headers;
}
