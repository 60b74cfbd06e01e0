/**
 * A strict stand-in for Kick: approving, tokens and messages (docs.kick.com). It refuses fields that the
 * pages do not have, and keeps what it accepted.
 */
import { randomBytes, randomInt } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Refusal, refusal, type Answer, type Call } from './call.ts';
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
  const server = http.createServer((request, response) => {
    serve(state, request)
      .then((answer) => send(response, answer))
      .catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: state.url,
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
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function serve(state: State, request: http.IncomingMessage): Promise<Answer> {
  const { pathname: path, search } = new URL(request.url ?? '/', state.url);
  const body = Buffer.concat(await request.toArray());
  const call: Call = { method: request.method ?? 'GET', path, search, headers: request.headers, body };
  try {
    if (path === '/oauth/authorize') return authorize(state, call);
    if (path === '/oauth/token' && call.method === 'POST') return token(state, call);
    const route = routes.find((one) => one.method === call.method && one.path.test(path));
    if (!route || (search && path.startsWith('/public/'))) throw refusal(404, 'Not Found');
    return route.handle(state, call, tokenOf(state, call, route.scope));
  } catch (error) {
    if (error instanceof Refusal) return error.answer;
    throw error;
  }
}

function send(response: http.ServerResponse, { status, body, headers }: Answer): void {
  if (body === null) return void response.writeHead(status, headers).end();
  const isText = typeof body === 'string';
  response
    .writeHead(status, {
      'content-type': isText ? 'text/html; charset=utf-8' : 'application/json',
      ...headers,
    })
    .end(isText ? body : JSON.stringify(body));
}
