/**
 * Approving and tokens (dev.twitch.tv/docs/authentication: authorization code grant flow, refreshing and
 * validating). A refresh answers with another refresh token, and the one before stops working.
 */
import { randomBytes } from 'node:crypto';
import { answerConsent, valuesOf } from '../_shared/consent.ts';
import { bearerOf, type Grant, type Token } from '../_shared/grants.ts';
import { unknownOf } from '../_shared/stand-in.ts';
import { ok, refusal, refusedToken, type Answer, type Call } from './call.ts';
import type { Account, State } from './state.ts';

export const SCOPES = new Set(['user:write:chat', 'moderator:manage:announcements']);

/** With the characters that a client must encode. */
export const makeRefresh = (): string => `${randomBytes(18).toString('base64')}%/+`;

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
      const scopes = scopesOf(values);
      const code = state.grants.keepCode({ account, scopes }, values, randomBytes(15).toString('hex'));
      return { code, scope: scopes.join(' ') };
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
  const strange = unknownOf(form.keys(), wanted);
  if (strange.length) throw refusedToken(400, `There is no parameter ${strange.join(', ')}`);
  if (form.get('client_id') !== state.app.id) throw refusedToken(400, 'invalid client');
  if (form.get('client_secret') !== state.app.secret) throw refusedToken(403, 'invalid client secret');
  return form.has('code') ? redeem(state, form) : renew(state, form);
}

function redeem(state: State, form: URLSearchParams): Answer {
  const wrong = state.grants.wrongCode(form);
  if (wrong === 'code') throw refusedToken(400, 'Invalid authorization code');
  if (wrong && !state.app.redirectUris.includes(form.get('redirect_uri') ?? '')) {
    throw refusedToken(400, 'Parameter redirect_uri does not match registered URI');
  }
  return issued(state, state.grants.takeCode(form.get('code')));
}

function renew(state: State, form: URLSearchParams): Answer {
  return issued(state, state.grants.takeRefresh(form.get('refresh_token')));
}

function issued({ grants }: State, grant: Grant<Account> | null): Answer {
  if (!grant) throw refusal(400, 'Invalid refresh token');
  const { token, refreshToken } = grants.issue(grant);
  return ok({
    access_token: token,
    expires_in: grants.seconds,
    refresh_token: refreshToken,
    scope: grant.scopes,
    token_type: 'bearer',
  });
}

/** What is known of a token: `Authorization: OAuth …`. */
export function validate(state: State, call: Call): Answer {
  state.validations += 1;
  const known = state.grants.find(bearerOf(call, /^(?:OAuth|Bearer) (.+)$/));
  if (!known) throw refusedToken(401, 'invalid access token');
  const { account, scopes } = known;
  return ok({
    client_id: state.app.id,
    login: account.login,
    scopes,
    user_id: account.id,
    expires_in: Math.floor((known.expiresAt - state.now().getTime()) / 1000),
  });
}

/** The token of a call, with the scope that its route needs. */
export function tokenOf(state: State, call: Call, scope: string | null): Token<Grant<Account>> {
  const value = bearerOf(call);
  if (!value) throw refusal(401, 'OAuth token is missing');
  const known = state.grants.find(value);
  if (!known) throw refusal(401, 'Invalid OAuth token');
  if (call.headers['client-id'] !== state.app.id) {
    throw refusal(401, 'Client ID and OAuth token do not match');
  }
  if (scope && !known.scopes.includes(scope)) throw refusal(401, `Missing scope: ${scope}`);
  return known;
}
