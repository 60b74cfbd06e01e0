/**
 * Approving and tokens (dev.twitch.tv/docs/authentication: authorization code grant flow, refreshing and
 * validating). A refresh answers with another refresh token, and the one before stops working.
 */
import { randomBytes } from 'node:crypto';
import { answerConsent, valuesOf } from '../_shared/consent.ts';
import { ok, refusal, refusedToken, type Answer, type Call } from './call.ts';
import type { Account, State, Token } from './state.ts';

const SCOPES = new Set(['user:write:chat', 'moderator:manage:announcements']);

/** With the characters that a client must encode. */
const random = (): string => `${randomBytes(18).toString('base64')}%/+`;

/** The page in the browser, with a button for each account. */
export function authorize(state: State, call: Call): Answer {
  const values = valuesOf(call);
  return answerConsent(call.method, values, {
    network: 'Twitch',
    action: '/oauth2/authorize',
    problem: findProblem(state, values),
    buttons: state.accounts.map(({ id, login }) => ({ label: `Authorize as ${login}`, account: id })),
    decline: 'Cancel',
    grant(chosen) {
      const account = state.accounts.find(({ id }) => id === chosen);
      if (!account) return null;
      const code = randomBytes(15).toString('hex');
      state.codes.set(code, { account, scopes: scopesOf(values) });
      return { code, scope: values.get('scope') ?? '' };
    },
    denied: { error: 'access_denied', error_description: 'The user denied you access' },
  });
}

const scopesOf = (values: URLSearchParams): string[] => (values.get('scope') ?? '').split(' ');

function findProblem(state: State, values: URLSearchParams): string | null {
  if (values.get('client_id') !== state.app.id) return 'invalid client';
  if (!state.app.redirectUris.includes(values.get('redirect_uri') ?? '')) return 'redirect_mismatch';
  if (values.get('response_type') !== 'code') return 'response_type';
  if (!values.get('state')) return 'state';
  return scopesOf(values).every((scope) => SCOPES.has(scope)) ? null : 'invalid scope requested';
}

const FIELDS: Readonly<Record<string, readonly string[]>> = {
  authorization_code: ['code', 'redirect_uri'],
  refresh_token: ['refresh_token'],
};

/** The token endpoint: a code, or a refresh token. */
export function token(state: State, call: Call): Answer {
  if (!String(call.headers['content-type']).startsWith('application/x-www-form-urlencoded')) {
    throw refusedToken(400, 'missing client id');
  }
  const form = new URLSearchParams(call.body.toString());
  const fields = FIELDS[form.get('grant_type') ?? ''];
  if (!fields) throw refusedToken(400, 'Invalid grant type');
  const wanted = ['client_id', 'client_secret', 'grant_type', ...fields];
  const missing = wanted.find((name) => !form.get(name));
  if (missing) throw refusedToken(400, `missing ${missing.replaceAll('_', ' ')}`);
  const strange = [...form.keys()].filter((name) => !wanted.includes(name));
  if (strange.length) throw refusedToken(400, `There is no parameter ${strange.join(', ')}`);
  if (form.get('client_id') !== state.app.id) throw refusedToken(400, 'invalid client');
  if (form.get('client_secret') !== state.app.secret) throw refusedToken(403, 'invalid client secret');
  return form.has('code') ? redeem(state, form) : renew(state, form);
}

function redeem(state: State, form: URLSearchParams): Answer {
  const code = form.get('code') ?? '';
  const granted = state.codes.get(code);
  if (!granted) throw refusedToken(400, 'Invalid authorization code');
  if (!state.app.redirectUris.includes(form.get('redirect_uri') ?? '')) {
    throw refusedToken(400, 'Parameter redirect_uri does not match registered URI');
  }
  state.codes.delete(code);
  return issued(state, granted);
}

function renew(state: State, form: URLSearchParams): Answer {
  const value = form.get('refresh_token') ?? '';
  const known = state.refreshTokens.get(value);
  if (!known) throw refusal(400, 'Invalid refresh token');
  state.refreshTokens.delete(value);
  return issued(state, known);
}

/** An access token and the refresh token beside it. */
export function issue(
  state: State,
  account: Account,
  scopes: readonly string[] = [...SCOPES],
): { token: Token; refreshToken: string } {
  const expiresAt = state.now().getTime() + state.limits.tokenSeconds * 1000;
  const made: Token = { value: randomBytes(15).toString('hex'), account, scopes, expiresAt };
  const refreshToken = random();
  state.tokens.set(made.value, made);
  state.refreshTokens.set(refreshToken, { account, scopes });
  return { token: made, refreshToken };
}

function issued(state: State, { account, scopes }: Pick<Token, 'account' | 'scopes'>): Answer {
  const made = issue(state, account, scopes);
  return ok({
    access_token: made.token.value,
    expires_in: state.limits.tokenSeconds,
    refresh_token: made.refreshToken,
    scope: scopes,
    token_type: 'bearer',
  });
}

/** What is known of a token: `Authorization: OAuth …`. */
export function validate(state: State, call: Call): Answer {
  state.validations += 1;
  const value = /^(?:OAuth|Bearer) (.+)$/.exec(call.headers.authorization ?? '')?.[1];
  const known = state.tokens.get(value ?? '');
  const leftMs = (known?.expiresAt ?? 0) - state.now().getTime();
  if (!known || leftMs <= 0) throw refusedToken(401, 'invalid access token');
  const { account, scopes } = known;
  return ok({
    client_id: state.app.id,
    login: account.login,
    scopes,
    user_id: account.id,
    expires_in: Math.floor(leftMs / 1000),
  });
}

/** The token of a call, with the scope that its route needs. */
export function tokenOf(state: State, call: Call, scope: string | null): Token {
  const value = /^Bearer (.+)$/.exec(call.headers.authorization ?? '')?.[1];
  if (!value) throw refusal(401, 'OAuth token is missing');
  const known = state.tokens.get(value);
  if (!known || known.expiresAt <= state.now().getTime()) throw refusal(401, 'Invalid OAuth token');
  if (call.headers['client-id'] !== state.app.id) {
    throw refusal(401, 'Client ID and OAuth token do not match');
  }
  if (scope && !known.scopes.includes(scope)) throw refusal(401, `Missing scope: ${scope}`);
  return known;
}
