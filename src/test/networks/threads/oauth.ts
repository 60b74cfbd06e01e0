/** Approving and tokens (developers.facebook.com/documentation/threads: Get started). */
import { randomBytes } from 'node:crypto';
import { askConsent } from '../meta/answers.ts';
import { ok, onlyFields, parameter, refusal, type Account, type Answer, type Call } from './state.ts';
import type { State, Token } from './state.ts';

const SCOPES = new Set([
  'threads_basic',
  'threads_content_publish',
  'threads_read_replies',
  'threads_manage_replies',
  'threads_manage_insights',
  'threads_delete',
]);
const HOUR = 3600;
const DAY_MS = 86_400_000;

const random = (): string => randomBytes(40).toString('base64url');
/** The page in the browser, with a button for each account. */
export const authorize = (state: State, call: Call): Answer =>
  askConsent(
    call,
    {
      action: '/oauth/authorize',
      buttons: [...state.accounts.values()].map(({ id, username }) => ({
        label: `Continue as ${username}`,
        account: id,
      })),
      problem: findProblem(state, call.fields),
    },
    (id) => {
      const account = state.accounts.get(id);
      if (!account) return undefined;
      const code = random();
      const redirectUri = call.fields.get('redirect_uri') ?? '';
      state.codes.set(code, { account, redirectUri, scopes: (call.fields.get('scope') ?? '').split(',') });
      return code;
    },
  );

function findProblem({ app }: State, fields: URLSearchParams): string | null {
  if (fields.get('response_type') !== 'code') return 'Invalid response_type';
  if (fields.get('client_id') !== app.id) return 'Invalid App ID';
  if (!app.redirectUris.includes(fields.get('redirect_uri') ?? '')) {
    return 'Blocked redirect: the redirect URI is not among those of the app';
  }
  const scopes = (fields.get('scope') ?? '').split(',');
  if (!scopes.includes('threads_basic')) return 'Invalid Scopes: threads_basic is required';
  const unknown = scopes.find((scope) => !SCOPES.has(scope));
  return unknown === undefined ? null : `Invalid Scopes: ${unknown}`;
}

/** A code becomes a token of an hour. A code is good once. */
export function exchange(state: State, call: Call): Answer {
  onlyFields(call, ['client_id', 'client_secret', 'grant_type', 'redirect_uri', 'code']);
  const { fields } = call;
  checkApp(state, fields.get('client_id'), fields.get('client_secret'));
  if (fields.get('grant_type') !== 'authorization_code') throw parameter('Invalid grant_type');
  const code = fields.get('code') ?? '';
  const grant = state.codes.get(code);
  state.codes.delete(code);
  if (!grant || grant.redirectUri !== fields.get('redirect_uri')) {
    throw refusal(400, 'Invalid verification code format.', { code: 100 });
  }
  const token = issue(state, grant, false);
  return ok({ access_token: token.value, user_id: grant.account.id });
}

function checkApp({ app }: State, id: string | null, secret: string | null): void {
  if (id !== app.id || secret !== app.secret) {
    throw refusal(400, 'Error validating client secret.', { code: 1 });
  }
}

const hasLife = (token: Token, state: State) => ({
  access_token: token.value,
  token_type: 'bearer',
  expires_in: Math.floor((token.expiresAt - state.now().getTime()) / 1000),
});

/** A token of an hour becomes one of 60 days. */
export function lengthen(state: State, call: Call): Answer {
  onlyFields(call, ['grant_type', 'client_secret']);
  if (call.fields.get('grant_type') !== 'th_exchange_token') throw parameter('Invalid grant_type');
  checkApp(state, state.app.id, call.fields.get('client_secret'));
  const token = tokenOf(state, call);
  if (token.isLong) throw parameter('The token is long-lived already');
  return ok(hasLife(issue(state, token, true), state));
}

/** A token of 60 days gets 60 more from its second day on. */
export function renew(state: State, call: Call): Answer {
  onlyFields(call, ['grant_type']);
  if (call.fields.get('grant_type') !== 'th_refresh_token') throw parameter('Invalid grant_type');
  const token = tokenOf(state, call);
  if (!token.isLong || state.now().getTime() - token.issuedAt < DAY_MS) {
    throw parameter('The access token must be long-lived, and at least 24 hours old');
  }
  return ok(hasLife(issue(state, token, true), state));
}

export function issue(
  state: State,
  { account, scopes }: { account: Account; scopes: readonly string[] },
  isLong: boolean,
): Token {
  const issuedAt = state.now().getTime();
  const expiresAt = issuedAt + (isLong ? state.limits.tokenSeconds : HOUR) * 1000;
  const token: Token = { value: `TH${random()}`, account, scopes, isLong, issuedAt, expiresAt };
  state.tokens.set(token.value, token);
  return token;
}

/** The token of a call: in its header, or as a field. */
export function tokenOf(state: State, { headers, fields }: Call): Token {
  const value = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? fields.get('access_token') ?? '';
  const token = state.tokens.get(value);
  if (!token) throw refusal(401, 'Invalid OAuth access token - Cannot parse access token', { code: 190 });
  if (token.expiresAt <= state.now().getTime()) {
    throw refusal(401, 'Error validating access token: Session has expired.', { code: 190, subcode: 463 });
  }
  return token;
}

/** @throws Refusal without the permission */
export function need(token: Token, scope: string): void {
  if (!token.scopes.includes(scope)) {
    throw refusal(403, `Application does not have permission for this action: ${scope}`, { code: 10 });
  }
}
