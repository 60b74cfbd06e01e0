/**
 * A strict stand-in for Dribbble: approving, tokens and shots (developer.dribbble.com/v2). It refuses fields
 * and pictures that the pages do not allow, and keeps what it accepted.
 */
import { randomBytes, randomInt } from 'node:crypto';
import { Grants } from '../_shared/grants.ts';
import { findRoute, serveCalls } from '../_shared/stand-in.ts';
import { refusal, type Answer, type Call } from './call.ts';
import { authorize, grantOf, SCOPES, token } from './oauth.ts';
import { routes } from './shots.ts';
import type { Account, Armed, Shot, State } from './state.ts';

export interface DribbbleOptions {
  /** The callback URLs of the application. */
  readonly redirectUris?: readonly string[];
  readonly anySize?: boolean;
}

/** A running stand-in, with what people do on Dribbble. */
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

const random = (): string => randomBytes(32).toString('hex');

export async function startDribbble({
  redirectUris = [],
  anySize = false,
}: DribbbleOptions = {}): Promise<Dribbble> {
  const state: State = {
    app: { id: random(), secret: random(), redirectUris },
    anySize,
    accounts: [],
    grants: new Grants({ seconds: Infinity, makeToken: random }),
    shots: [],
    armed: { processingReads: 0, rewrite: null },
  };
  return {
    ...(await serveCalls((call) => answer(state, call))),
    client: { id: state.app.id, secret: state.app.secret },
    createAccount(login, more = {}) {
      const id = randomInt(1000, 9_999_999);
      const account: Account = { id, login, name: login, teams: [], mayUpload: true, ...more };
      state.accounts.push(account);
      return account;
    },
    createToken: (account, scopes = [...SCOPES]) => state.grants.issueToken({ account, scopes }).value,
    shots: () => state.shots.slice(),
    arm: (armed) => void Object.assign(state.armed, armed),
    revoke: (account) => state.grants.revoke(account),
  };
}

function answer(state: State, call: Call): Answer | Promise<Answer> {
  if (call.path === '/oauth/authorize') return authorize(state, call);
  if (call.path === '/oauth/token' && call.method === 'POST') return token(state, call);
  const found = findRoute(routes, call);
  if (!found) throw refusal(404, 'Not found.');
  return found.route.handle(state, call, grantOf(state, call, found.route.scope));
}
