/**
 * A strict stand-in for Kick: approving, tokens and messages (docs.kick.com). It refuses fields that the
 * pages do not have, and keeps what it accepted.
 */
import { randomBytes, randomInt } from 'node:crypto';
import { Grants, type Pair } from '../_shared/grants.ts';
import { findRoute, serveCalls } from '../_shared/stand-in.ts';
import { refusal, type Answer, type Call } from './call.ts';
import { routes } from './chat.ts';
import { authorize, grantOf, SCOPES, token } from './oauth.ts';
import type { Account, Armed, Message, State } from './state.ts';

export interface KickOptions {
  /** The redirect URLs of the app. */
  readonly redirectUris?: readonly string[];
}

/** A running stand-in, with what people do on Kick. */
export interface Kick {
  readonly url: string;
  /** The app's ID and secret, which an operator copies from its page. */
  readonly client: { readonly id: string; readonly secret: string };
  createAccount(name: string): Account;
  /** Without scopes: all that the app asks for. */
  createToken(account: Account, scopes?: readonly string[]): Pair;
  /** What is in the chats, oldest first. */
  messages(): readonly Message[];
  arm(armed: Partial<Armed>): void;
  /** The person withdraws the app's access. */
  revoke(account: Account): void;
  stop(): Promise<void>;
}

export async function startKick({ redirectUris = [] }: KickOptions = {}): Promise<Kick> {
  const state: State = {
    app: {
      id: `01${randomBytes(12).toString('hex').toUpperCase()}`,
      secret: randomBytes(32).toString('hex'),
      redirectUris,
    },
    accounts: [],
    grants: new Grants({ seconds: 7200 }),
    messages: [],
    armed: { holdsBack: false },
  };
  return {
    ...(await serveCalls((call) => answer(state, call))),
    client: { id: state.app.id, secret: state.app.secret },
    createAccount(name) {
      const slug = name.toLowerCase().replaceAll('_', '-');
      const account: Account = { id: randomInt(100_000, 99_999_999), name, slug };
      state.accounts.push(account);
      return account;
    },
    createToken: (account, scopes = [...SCOPES]) => state.grants.issue({ account, scopes }),
    messages: () => state.messages.slice(),
    arm: (armed) => void Object.assign(state.armed, armed),
    revoke: (account) => state.grants.revoke(account),
  };
}

function answer(state: State, call: Call): Answer {
  if (call.path === '/oauth/authorize') return authorize(state, call);
  if (call.path === '/oauth/token' && call.method === 'POST') return token(state, call);
  const found = findRoute(routes, call);
  if (!found || (call.search && call.path.startsWith('/public/'))) throw refusal(404, 'Not Found');
  return found.route.handle(state, call, grantOf(state, call, found.route.scope));
}
