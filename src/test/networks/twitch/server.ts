/**
 * A strict stand-in for Twitch: approving, tokens, messages and announcements (dev.twitch.tv/docs). It
 * refuses parameters that the pages do not have, in Twitch's words where these are known, and keeps what it
 * accepted.
 */
import { randomBytes, randomInt } from 'node:crypto';
import type http from 'node:http';
import { answerOf, listen, readCall, send } from '../_shared/stand-in.ts';
import { onlyKnown, refusal, type Answer, type Call } from './call.ts';
import { routes } from './chat.ts';
import { authorize, issue, token, tokenOf, validate } from './oauth.ts';
import { TWITCH_LIMITS, type Account, type Armed, type Limits, type Line, type State } from './state.ts';

export interface TwitchOptions {
  readonly limits?: Partial<Limits>;
  /** The OAuth redirect URLs of the application. */
  readonly redirectUris?: readonly string[];
  readonly now?: () => Date;
}

/** A running stand-in, with what people do at Twitch. */
export interface Twitch {
  readonly url: string;
  /** The application's ID and secret, which an operator copies from its page. */
  readonly client: { readonly id: string; readonly secret: string };
  createAccount(login: string, more?: Partial<Omit<Account, 'id' | 'login'>>): Account;
  /** Without scopes: all that the application asks for. */
  createToken(account: Account, scopes?: readonly string[]): { token: string; refreshToken: string };
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
  const { url, stop } = await listen(async (request, response) =>
    send(response, await serve(state, request)),
  );
  state.url = url;
  const forget = (held: Map<string, { account: Account }>, account: Account): void => {
    for (const [value, { account: owner }] of held) if (owner === account) held.delete(value);
  };
  return {
    url,
    client: { id: state.app.id, secret: state.app.secret },
    createAccount(login, more = {}) {
      const id = String(randomInt(10_000_000, 999_999_999));
      const account: Account = { id, login, displayName: login, picture: '', followers: 0, ...more };
      state.accounts.push(account);
      return account;
    },
    createToken(account, scopes) {
      const made = issue(state, account, scopes);
      return { token: made.token.value, refreshToken: made.refreshToken };
    },
    lines: () => state.lines.slice(),
    validations: () => state.validations,
    arm: (armed) => void Object.assign(state.armed, armed),
    endTokens: (account) => forget(state.tokens, account),
    revoke(account) {
      forget(state.tokens, account);
      forget(state.refreshTokens, account);
    },
    stop,
  };
}

const createState = ({ limits, redirectUris = [], now = () => new Date() }: TwitchOptions): State => ({
  url: '',
  app: { id: randomBytes(15).toString('hex'), secret: randomBytes(15).toString('hex'), redirectUris },
  limits: { ...TWITCH_LIMITS, ...limits },
  now,
  accounts: [],
  codes: new Map(),
  tokens: new Map(),
  refreshTokens: new Map(),
  lines: [],
  validations: 0,
  armed: { drop: null },
});

/** Clients call Twitch's own mock server, which is part of its command line, below other paths. */
const asAtTwitch = (path: string): string =>
  path.replace(/^\/mock\//, '/helix/').replace(/^\/auth\//, '/oauth2/');

async function serve(state: State, request: http.IncomingMessage): Promise<Answer> {
  const received = await readCall(request);
  const path = asAtTwitch(received.path);
  const call: Call = { ...received, path };
  return answerOf(() => {
    if (path === '/oauth2/authorize') return authorize(state, call);
    if (path === '/oauth2/token' && call.method === 'POST') return token(state, call);
    if (path === '/oauth2/validate' && call.method === 'GET') return validate(state, call);
    const route = routes.find((one) => one.method === call.method && one.path === path);
    if (!route) throw refusal(404, '');
    const known = tokenOf(state, call, route.scope);
    onlyKnown(call.query.keys(), route.query);
    return route.handle(state, call, known);
  });
}
