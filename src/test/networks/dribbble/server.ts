/**
 * A strict stand-in for Dribbble: approving, tokens and shots (developer.dribbble.com/v2). It refuses fields
 * and pictures that the pages do not allow, and keeps what it accepted.
 */
import { randomBytes, randomInt } from 'node:crypto';
import type http from 'node:http';
import { answerOf, listen, readCall, send } from '../_shared/stand-in.ts';
import { refusal, type Answer } from './call.ts';
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
  const { url, stop } = await listen(async (request, response) =>
    send(response, await serve(state, request)),
  );
  state.url = url;
  return {
    url,
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
    stop,
  };
}

async function serve(state: State, request: http.IncomingMessage): Promise<Answer> {
  const call = await readCall(request);
  const { path } = call;
  return answerOf(() => {
    if (path === '/oauth/authorize') return authorize(state, call);
    if (path === '/oauth/token' && call.method === 'POST') return token(state, call);
    const route = routes.find((one) => one.method === call.method && one.path.test(path));
    if (!route) throw refusal(404, 'Not found.');
    return route.handle(state, call, tokenOf(state, call, route.scope));
  });
}
