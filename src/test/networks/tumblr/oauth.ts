/** Approving and tokens (github.com/tumblr/docs, api.md, "OAuth2 Authorization"). */
import { answerConsent, valuesOf } from '../_shared/consent.ts';
import { bearerOf, type Grant } from '../_shared/grants.ts';
import { unknownOf } from '../_shared/stand-in.ts';
import { Refusal, refusal, type Answer, type Call } from './call.ts';
import type { Account, State } from './state.ts';

const SCOPES = new Set(['basic', 'write', 'offline_access']);

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
      return { code: state.grants.keepCode({ account, scopes: split(values.get('scope') ?? '') }, values) };
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

const refused = (status: number, error: string, message: string): Refusal =>
  new Refusal({ status, body: { error, error_description: message } });

/** The token endpoint: a code, or a refresh token, from the application itself. */
export function token(state: State, call: Call): Answer {
  const fields = new URLSearchParams(call.body.toString());
  const grant = fields.get('grant_type') ?? '';
  const unknown = unknownOf(fields.keys(), FIELDS[grant] ?? []);
  if (unknown.length) throw refused(400, 'invalid_request', `Unknown parameters: ${unknown.join(', ')}`);
  if (fields.get('client_id') !== state.app.id || fields.get('client_secret') !== state.app.secret) {
    throw refused(400, 'invalid_client', 'The client credentials are invalid');
  }
  return grant === 'authorization_code' ? redeem(state, fields) : renew(state, fields);
}

function redeem(state: State, fields: URLSearchParams): Answer {
  const grant = state.grants.wrongCode(fields) ? null : state.grants.takeCode(fields.get('code'));
  if (!grant) throw refused(400, 'invalid_grant', 'Authorization code is invalid or has expired');
  return issued(state, grant);
}

/** "401 Unauthorized, refresh token has expired": each is good for one use. */
function renew(state: State, fields: URLSearchParams): Answer {
  const grant = state.grants.takeRefresh(fields.get('refresh_token'));
  if (!grant) throw refusal(401, 0, 'Unauthorized');
  return issued(state, grant);
}

/** An access token, and a refresh token with the scope for it. */
function issued({ grants }: State, grant: Grant<Account>): Answer {
  return {
    status: 200,
    body: {
      access_token: grants.issueToken(grant).value,
      expires_in: grants.seconds,
      id_token: false,
      ...(grant.scopes.includes('offline_access') ? { refresh_token: grants.issueRefresh(grant) } : {}),
      scope: grant.scopes.join(' '),
      token_type: 'bearer',
    },
  };
}

/** Whose token a call has; what only reads needs no scope but `basic` or `write`. */
export function accountOf(state: State, call: Call): Account | null {
  const known = state.grants.find(bearerOf(call));
  if (known && call.method !== 'GET' && !known.scopes.includes('write')) {
    throw refusal(403, 0, 'The scope write is required.');
  }
  return known?.account ?? null;
}
