/**
 * A strict stand-in for Dribbble: approving, tokens and shots (developer.dribbble.com/v2). It refuses fields
 * and pictures that the pages do not allow, and keeps what it accepted.
 */
import { randomBytes, randomInt } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Refusal, refusal, type Answer, type Call } from './call.ts';
import { authorize, issue, token, tokenOf } from './oauth.ts';
import { routes } from './shots.ts';
import type { Account, Armed, Shot, State } from './state.ts';

export interface DribbbleOptions {
  /** The callback URLs of the application. */
  readonly redirectUris?: readonly string[];
  readonly anySize?: boolean;
}

/** A running stand-in, with what people do at Dribbble. */
export interface Dribbble {
  readonly url: string;
  /** The application's ID and secret, which an operator copies from its page. */
  readonly client: { readonly id: string; readonly secret: string };
  createAccount(login: string, more?: Partial<Omit<Account, 'id' | 'login'>>): Account;
  createToken(account: Account, scopes?: readonly string[]): string;
  /** What was uploaded, oldest first. */
  shots(): readonly Shot[];
  arm(armed: Partial<Armed>): void;
  /** The person withdraws the application's access. */
  revoke(account: Account): void;
  stop(): Promise<void>;
}

export async function startDribbble({
  redirectUris = [],
  anySize = false,
}: DribbbleOptions = {}): Promise<Dribbble> {
  const state: State = {
    url: '',
    app: { id: randomBytes(32).toString('hex'), secret: randomBytes(32).toString('hex'), redirectUris },
    anySize,
    accounts: [],
    codes: new Map(),
    tokens: new Map(),
    shots: [],
    armed: { processingReads: 0, rewrite: null },
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
    createAccount(login, more = {}) {
      const id = randomInt(1000, 9_999_999);
      const account: Account = { id, login, name: login, teams: [], mayUpload: true, ...more };
      state.accounts.push(account);
      return account;
    },
    createToken: (account, scopes) => issue(state, account, scopes),
    shots: () => state.shots.slice(),
    arm: (armed) => void Object.assign(state.armed, armed),
    revoke(account) {
      for (const [value, { account: owner }] of state.tokens) {
        if (owner === account) state.tokens.delete(value);
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
  const { pathname: path, searchParams: query } = new URL(request.url ?? '/', state.url);
  const body = Buffer.concat(await request.toArray());
  const call: Call = { method: request.method ?? 'GET', path, query, headers: request.headers, body };
  try {
    if (path === '/oauth/authorize') return authorize(state, call);
    if (path === '/oauth/token' && call.method === 'POST') return token(state, call);
    const route = routes.find((one) => one.method === call.method && one.path.test(path));
    if (!route) throw refusal(404, 'Not found.');
    return await route.handle(state, call, tokenOf(state, call, route.scope));
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
      'content-type': isText ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
      ...headers,
    })
    .end(isText ? body : JSON.stringify(body));
}
