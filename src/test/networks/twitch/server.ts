/**
 * A strict stand-in for Twitch: approving, tokens, messages and announcements (dev.twitch.tv/docs). It
 * refuses parameters that the pages do not have, in Twitch's words where these are known, and keeps what it
 * accepted.
 */
import { randomBytes, randomInt } from 'node:crypto';
import { Grants, type Pair } from '../_shared/grants.ts';
import { serveCalls } from '../_shared/stand-in.ts';
import { onlyKnown, refusal, type Answer, type Call } from './call.ts';
import { routes } from './chat.ts';
import { authorize, makeRefresh, SCOPES, token, tokenOf, validate } from './oauth.ts';
import { TWITCH_LIMITS, type Account, type Armed, type Limits, type Line, type State } from './state.ts';

export interface TwitchOptions {
  readonly limits?: Partial<Limits>;
  /** The OAuth redirect URLs of the application. */
  readonly redirectUris?: readonly string[];
  readonly now?: () => Date;
}

/** A running stand-in, with what people do on Twitch. */
export interface Twitch {
  readonly url: string;
  /** The application's ID and secret, which an operator copies from its page. */
  readonly client: { readonly id: string; readonly secret: string };
  createAccount(login: string, more?: Partial<Omit<Account, 'id' | 'login'>>): Account;
  /** Without scopes: all that the application asks for. */
  createToken(account: Account, scopes?: readonly string[]): Pair;
  /** What was said in the chats, oldest first. */
  lines(): readonly Line[];
  /** How often tokens were validated. */
  validations(): number;
  arm(armed: Partial<Armed>): void;
  /** Four hours pass for the access tokens of an account. */
  endTokens(account: Account): void;
  /** The person disconnects the application. */
  revoke(account: Account): void;
  stop(): Promise<void>;
}

export async function startTwitch(options: TwitchOptions = {}): Promise<Twitch> {
  const state = createState(options);
  return {
    ...(await serveCalls((call) => answer(state, { ...call, path: asAtTwitch(call.path) }))),
    client: { id: state.app.id, secret: state.app.secret },
    createAccount(login, more = {}) {
      const id = String(randomInt(10_000_000, 999_999_999));
      const account: Account = { id, login, displayName: login, picture: '', followers: 0, ...more };
      state.accounts.push(account);
      return account;
    },
    createToken: (account, scopes = [...SCOPES]) => state.grants.issue({ account, scopes }),
    lines: () => state.lines.slice(),
    validations: () => state.validations,
    arm: (armed) => void Object.assign(state.armed, armed),
    endTokens: (account) => state.grants.endTokens(account),
    revoke: (account) => state.grants.revoke(account),
  };
}

function createState({ redirectUris = [], now = () => new Date(), ...options }: TwitchOptions): State {
  const limits = { ...TWITCH_LIMITS, ...options.limits };
  const makeToken = (): string => randomBytes(15).toString('hex');
  return {
    app: { id: makeToken(), secret: makeToken(), redirectUris },
    limits,
    now,
    accounts: [],
    grants: new Grants({ seconds: limits.tokenSeconds, now, makeToken, makeRefresh }),
    lines: [],
    validations: 0,
    armed: { drop: null },
  };
}

/** Clients call Twitch's own mock server, which is part of its command line, below other paths. */
const asAtTwitch = (path: string): string =>
  path.replace(/^\/mock\//, '/helix/').replace(/^\/auth\//, '/oauth2/');

function answer(state: State, call: Call): Answer {
  const { method, path } = call;
  if (path === '/oauth2/authorize') return authorize(state, call);
  if (path === '/oauth2/token' && method === 'POST') return token(state, call);
  if (path === '/oauth2/validate' && method === 'GET') return validate(state, call);
  const route = routes.find((one) => one.method === method && one.path === path);
  if (!route) throw refusal(404, '');
  const known = tokenOf(state, call, route.scope);
  onlyKnown(call.query.keys(), route.query);
  return route.handle(state, call, known);
}
