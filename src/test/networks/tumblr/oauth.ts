/** Approving and tokens (github.com/tumblr/docs, api.md, "OAuth2 Authorization"). */
import { randomBytes } from 'node:crypto';
import { Refusal, refusal, type Answer, type Call } from './call.ts';
import type { Account, State } from './state.ts';

const SCOPES = new Set(['basic', 'write', 'offline_access']);

const random = (): string => randomBytes(24).toString('base64url');
const split = (scopes: string): string[] => scopes.split(' ').filter(Boolean);
const escape = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const page = (status: number, body: string): Answer => ({
  status,
  body: `<!doctype html><title>Tumblr</title>${body}`,
  headers: { 'content-type': 'text/html; charset=utf-8' },
});

/** The page in the browser, with a button for each account, and the form that it posts. */
export function authorize(state: State, call: Call): Answer {
  const values = call.method === 'POST' ? new URLSearchParams(call.body.toString()) : call.query;
  const problem = findProblem(state, values);
  if (problem) return page(400, `<p class="error">${problem}</p>`);
  if (call.method === 'GET') return page(200, buttons(state, values));
  const back = new URL(values.get('redirect_uri') ?? '');
  const account = state.accounts.get(values.get('account') ?? '');
  if (account) {
    const code = random();
    const scopes = split(values.get('scope') ?? '');
    state.grants.set(code, { account, redirectUri: values.get('redirect_uri') ?? '', scopes, used: false });
    back.searchParams.set('code', code);
  } else {
    back.searchParams.set('error', 'access_denied');
  }
  back.searchParams.set('state', values.get('state') ?? '');
  return { status: 302, body: '', headers: { location: back.href } };
}

function findProblem(state: State, values: URLSearchParams): string | null {
  if (values.get('client_id') !== state.app.id) return 'Invalid client_id';
  if (!state.app.redirectUris.includes(values.get('redirect_uri') ?? '')) return 'Invalid redirect_uri';
  if (values.get('response_type') !== 'code') return 'Invalid response_type';
  if (!values.get('state')) return 'The state is required';
  const scopes = split(values.get('scope') ?? '');
  return scopes.length && scopes.every((scope) => SCOPES.has(scope)) ? null : 'Invalid scope';
}

function buttons(state: State, values: URLSearchParams): string {
  const form = (extra: string, label: string): string => {
    const hidden = [...values].map(
      ([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`,
    );
    return `<form method="post" action="/oauth2/authorize">${hidden.join('')}${extra}<button>${label}</button></form>`;
  };
  const allow = [...state.accounts.keys()].map((name) =>
    form(`<input type="hidden" name="account" value="${escape(name)}">`, `Allow as ${escape(name)}`),
  );
  return `${allow.join('')}${form('', 'Deny')}`;
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
