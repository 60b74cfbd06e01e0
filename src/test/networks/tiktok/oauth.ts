/**
 * Approving and tokens (developers.tiktok.com: Login Kit for Web; get, refresh and revoke a user access
 * token). A refresh answers with another refresh token, and the one before stops working.
 */
import { randomBytes } from 'node:crypto';
import { answerConsent, valuesOf } from '../_shared/consent.ts';
import { refusal, refusedGrant, type Answer, type Call } from './call.ts';
import type { Account, State, Token } from './state.ts';

const SCOPES = new Set([
  'user.info.basic',
  'user.info.profile',
  'user.info.stats',
  'video.list',
  'video.publish',
  'video.upload',
]);
const REFRESH_SECONDS = 15_552_000;

const random = (): string => randomBytes(24).toString('base64url');

/** The page in the browser, with a button for each account. */
export function authorize(state: State, call: Call): Answer {
  const values = valuesOf(call);
  return answerConsent(call.method, values, {
    network: 'TikTok',
    action: '/v2/auth/authorize/',
    problem: findProblem(state, values),
    buttons: state.accounts.map(({ openId, username }) => ({
      label: `Authorize as ${username}`,
      account: openId,
    })),
    decline: 'Cancel',
    grant(chosen) {
      const account = state.accounts.find(({ openId }) => openId === chosen);
      if (!account) return null;
      const code = `${random()}*0!4321.va`;
      const scopes = scopesOf(values);
      state.codes.set(code, { account, redirectUri: values.get('redirect_uri') ?? '', scopes });
      return { code, scopes: scopes.join(',') };
    },
    denied: { error: 'access_denied', error_description: 'User canceled the authorization' },
  });
}

const scopesOf = (values: URLSearchParams): string[] => (values.get('scope') ?? '').split(',');

function findProblem(state: State, values: URLSearchParams): string | null {
  if (values.get('client_key') !== state.app.id) return 'client_key';
  if (!state.app.redirectUris.includes(values.get('redirect_uri') ?? '')) return 'redirect_uri';
  if (values.get('response_type') !== 'code') return 'response_type';
  if (!values.get('state')) return 'state';
  return scopesOf(values).every((scope) => SCOPES.has(scope)) ? null : 'scope';
}

const FIELDS: Readonly<Record<string, readonly string[]>> = {
  authorization_code: ['code', 'redirect_uri'],
  refresh_token: ['refresh_token'],
};

/** The token endpoint: a code, or a refresh token. */
export function token(state: State, call: Call): Answer {
  if (!/^application\/x-www-form-urlencoded/i.test(String(call.headers['content-type']))) {
    throw refusedGrant('invalid_request', 'Only `application/x-www-form-urlencoded` is supported');
  }
  const form = new URLSearchParams(call.body.toString());
  const grant = form.get('grant_type') ?? '';
  const wanted = ['client_key', 'client_secret', 'grant_type', ...(FIELDS[grant] ?? [])];
  const strange = [...form.keys()].filter((name) => !wanted.includes(name));
  const missing = wanted.filter((name) => !form.get(name));
  if (!FIELDS[grant] || strange.length || missing.length) {
    throw refusedGrant(
      'invalid_request',
      `The request parameters are malformed: ${[...strange, ...missing]}`,
    );
  }
  if (form.get('client_key') !== state.app.id || form.get('client_secret') !== state.app.secret) {
    throw refusedGrant('invalid_client', 'Client key or secret is incorrect.');
  }
  return grant === 'refresh_token' ? renew(state, form) : redeem(state, form);
}

function redeem(state: State, form: URLSearchParams): Answer {
  const code = form.get('code') ?? '';
  const granted = state.codes.get(code);
  if (!granted) throw refusedGrant('invalid_grant', 'Authorization code is expired.');
  if (granted.redirectUri !== form.get('redirect_uri')) {
    throw refusedGrant('invalid_grant', 'Redirect_uri is not matched with the uri when requesting code.');
  }
  state.codes.delete(code);
  return issued(state, granted);
}

function renew(state: State, form: URLSearchParams): Answer {
  const value = form.get('refresh_token') ?? '';
  const known = state.refreshTokens.get(value);
  if (!known) throw refusedGrant('invalid_grant', 'Refresh token is invalid or expired.');
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
  const made: Token = { value: `act.${random()}`, account, scopes, expiresAt };
  const refreshToken = `rft.${random()}`;
  state.tokens.set(made.value, made);
  state.refreshTokens.set(refreshToken, { account, scopes });
  return { token: made, refreshToken };
}

function issued(state: State, { account, scopes }: Pick<Token, 'account' | 'scopes'>): Answer {
  const made = issue(state, account, scopes);
  return {
    status: 200,
    body: {
      access_token: made.token.value,
      expires_in: state.limits.tokenSeconds,
      open_id: account.openId,
      refresh_expires_in: REFRESH_SECONDS,
      refresh_token: made.refreshToken,
      scope: scopes.join(','),
      token_type: 'Bearer',
    },
  };
}

/** The token of a call, with the scope that its route needs. */
export function tokenOf(state: State, call: Call, scope: string): Token {
  const value = /^Bearer (.+)$/.exec(call.headers.authorization ?? '')?.[1];
  const known = state.tokens.get(value ?? '');
  if (!known || known.expiresAt <= state.now().getTime()) {
    throw refusal(401, 'access_token_invalid', 'The access token is invalid or not found in the request.');
  }
  if (!scope.split(' ').some((one) => known.scopes.includes(one))) {
    throw refusal(
      401,
      'scope_not_authorized',
      'The user did not authorize the scope required for completing this request.',
    );
  }
  return known;
}
