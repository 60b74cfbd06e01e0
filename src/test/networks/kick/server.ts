/**
 * A strict stand-in for Kick: approving, tokens and messages (docs.kick.com). It refuses fields that the
 * pages do not have, and keeps what it accepted.
 */
import { randomBytes, randomInt } from 'node:crypto';
import type http from 'node:http';
import { answerOf, listen, send } from '../_shared/stand-in.ts';
import { refusal, type Answer, type Call } from './call.ts';
import { routes } from './chat.ts';
import { authorize, issue, token, tokenOf } from './oauth.ts';
import type { Account, Armed, Message, State } from './state.ts';

export interface KickOptions {
  /** The redirect URLs of the app. */
  readonly redirectUris?: readonly string[];
}

/** A running stand-in, with what people do at Kick. */
export interface Kick {
  readonly url: string;
  /** The app's ID and secret, which an operator copies from its page. */
  readonly client: { readonly id: string; readonly secret: string };
  createAccount(name: string): Account;
  /** Without scopes: all that the app asks for. */
  createToken(account: Account, scopes?: readonly string[]): { token: string; refreshToken: string };
  /** What is in the chats, oldest first. */
  messages(): readonly Message[];
  arm(armed: Partial<Armed>): void;
  /** The person withdraws the app's access. */
  revoke(account: Account): void;
  stop(): Promise<void>;
}

export async function startKick({ redirectUris = [] }: KickOptions = {}): Promise<Kick> {
  const state: State = {
    url: '',
    app: {
      id: `01${randomBytes(12).toString('hex').toUpperCase()}`,
      secret: randomBytes(32).toString('hex'),
      redirectUris,
    },
    accounts: [],
    codes: new Map(),
    tokens: new Map(),
    refreshTokens: new Map(),
    messages: [],
    armed: { holdsBack: false },
  };
  const { url, stop } = await listen(async (request, response) =>
    send(response, await serve(state, request)),
  );
  state.url = url;
  return {
    url,
    client: { id: state.app.id, secret: state.app.secret },
    createAccount(name) {
      const slug = name.toLowerCase().replaceAll('_', '-');
      const account: Account = { id: randomInt(100_000, 99_999_999), name, slug };
      state.accounts.push(account);
      return account;
    },
    createToken(account, scopes) {
      const made = issue(state, account, scopes);
      return { token: made.token.value, refreshToken: made.refreshToken };
    },
    messages: () => state.messages.slice(),
    arm: (armed) => void Object.assign(state.armed, armed),
    revoke(account) {
      for (const held of [state.tokens, state.refreshTokens]) {
        for (const [value, { account: owner }] of held) if (owner === account) held.delete(value);
      }
    },
    stop,
  };
}

async function serve(state: State, request: http.IncomingMessage): Promise<Answer> {
  const { pathname: path, search } = new URL(request.url ?? '/', state.url);
  const body = Buffer.concat(await request.toArray());
  const call: Call = { method: request.method ?? 'GET', path, search, headers: request.headers, body };
  return answerOf(() => {
    if (path === '/oauth/authorize') return authorize(state, call);
    if (path === '/oauth/token' && call.method === 'POST') return token(state, call);
    const route = routes.find((one) => one.method === call.method && one.path.test(path));
    if (!route || (search && path.startsWith('/public/'))) throw refusal(404, 'Not Found');
    return route.handle(state, call, tokenOf(state, call, route.scope));
  });
}
