/** Approving and tokens (github.com/tumblr/docs, api.md, "OAuth2 Authorization"). */
import { randomBytes } from 'node:crypto';
import { answerConsent, valuesOf } from '../_shared/consent.ts';
import { Refusal, refusal, type Answer, type Call } from './call.ts';
import type { Account, State } from './state.ts';

const SCOPES = new Set(['basic', 'write', 'offline_access']);

const random = (): string => randomBytes(24).toString('base64url');
const split = (scopes: string): string[] => scopes.split(' ').filter(Boolean);

/** The page in the browser, with a button for each account. */
export function authorize(state: State, call: Call): Answer {
  const values = valuesOf(call);
  return answerConsent(call.method, values, {
    network: 'Tumblr',
    action: '/oauth2/authorize',
    problem: findProblem(state, values),
    buttons: [...state.accounts.keys()].map((name) => ({ label: `Allow as ${name}`, account: name })),
    decline: 'Deny',
    grant(chosen) {
      const account = state.accounts.get(chosen);
      if (!account) return null;
      const code = random();
      const scopes = split(values.get('scope') ?? '');
      const redirectUri = values.get('redirect_uri') ?? '';
      state.grants.set(code, { account, redirectUri, scopes, used: false });
      return { code };
    },
    denied: { error: 'access_denied' },
  });
}

function findProblem(state: State, values: URLSearchParams): string | null {
  if (values.get('client_id') !== state.app.id) return 'Invalid client_id';
  if (!state.app.redirectUris.includes(values.get('redirect_uri') ?? '')) return 'Invalid redirect_uri';
  if (values.get('response_type') !== 'code') return 'Invalid response_type';
  if (!values.get('state')) return 'The state is required';
  const scopes = split(values.get('scope') ?? '');
  return scopes.length && scopes.every((scope) => SCOPES.has(scope)) ? null : 'Invalid scope';
}

const FIELDS: Readonly<Record<string, readonly string[]>> = {
  authorization_code: ['grant_type', 'code', 'client_id', 'client_secret', 'redirect_uri'],
  refresh_token: ['grant_type', 'refresh_token', 'client_id', 'client_secret'],
};

const refused = (status: number, error: string, words: string): Refusal =>
  new Refusal({ status, body: { error, error_description: words } });

/** The token endpoint: a code, or a refresh token, from the application itself. */
export function token(state: State, call: Call): Answer {
  const fields = new URLSearchParams(call.body.toString());
  const grant = fields.get('grant_type') ?? '';
  const unknown = [...fields.keys()].filter((name) => !FIELDS[grant]?.includes(name));
  if (unknown.length) throw refused(400, 'invalid_request', `Unknown parameters: ${unknown.join(', ')}`);
  if (fields.get('client_id') !== state.app.id || fields.get('client_secret') !== state.app.secret) {
    throw refused(400, 'invalid_client', 'The client credentials are invalid');
  }
  return grant === 'authorization_code' ? redeem(state, fields) : renew(state, fields);
}

function redeem(state: State, fields: URLSearchParams): Answer {
  const grant = state.grants.get(fields.get('code') ?? '');
  if (!grant || grant.used || grant.redirectUri !== fields.get('redirect_uri')) {
    throw refused(400, 'invalid_grant', 'Authorization code is invalid or has expired');
  }
  grant.used = true;
  return issued(state, grant.account, grant.scopes);
}

/** "401 Unauthorized, refresh token has expired": each is good for one use. */
function renew(state: State, fields: URLSearchParams): Answer {
  const value = fields.get('refresh_token') ?? '';
  const known = state.refreshTokens.get(value);
  if (!known) throw refusal(401, 0, 'Unauthorized');
  state.refreshTokens.delete(value);
  return issued(state, known.account, known.scopes);
}

/** An access token, and a refresh token with the scope for it. */
export function issue(
  state: State,
  account: Account,
  scopes: readonly string[],
): { token: string; refreshToken: string | null } {
  const made = random();
  const expiresAt = state.now().getTime() + state.limits.tokenSeconds * 1000;
  state.tokens.set(made, { account, scopes, expiresAt });
  if (!scopes.includes('offline_access')) return { token: made, refreshToken: null };
  const refreshToken = random();
  state.refreshTokens.set(refreshToken, { account, scopes });
  return { token: made, refreshToken };
}

function issued(state: State, account: Account, scopes: readonly string[]): Answer {
  const { token: made, refreshToken } = issue(state, account, scopes);
  return {
    status: 200,
    body: {
      access_token: made,
      expires_in: state.limits.tokenSeconds,
      id_token: false,
      ...(refreshToken ? { refresh_token: refreshToken } : {}),
      scope: scopes.join(' '),
      token_type: 'bearer',
    },
  };
}

/** Whose token a call has; what only reads needs no scope but `basic` or `write`. */
export function accountOf(state: State, { headers, method }: Call): Account | null {
  const value = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
  const known = state.tokens.get(value ?? '');
  if (!known || known.expiresAt <= state.now().getTime()) return null;
  if (method !== 'GET' && !known.scopes.includes('write')) {
    throw refusal(403, 0, 'The scope write is required.');
  }
  return known.account;
}
