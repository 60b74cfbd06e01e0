/**
 * Approving and tokens (docs.kick.com, "OAuth 2.1"). PKCE is required. A refresh answers with another refresh
 * token, and the one before stops working.
 */
import { answerConsent } from '../_shared/consent.ts';
import { bearerOf, type Grant } from '../_shared/grants.ts';
import { unknownOf } from '../_shared/stand-in.ts';
import { refusal, refusedGrant, type Answer, type Call } from './call.ts';
import type { Account, State } from './state.ts';

export const SCOPES = new Set(['user:read', 'channel:read', 'chat:write', 'moderation:chat_message:manage']);

/**
 * The page in the browser, with a button for each account. Like Kick's, it turns the first "127.0.0.1" of its
 * URL into "localhost" (KickDevDocs, issue 211).
 */
export function authorize(state: State, call: Call): Answer {
  const isForm = call.method === 'POST';
  const text = isForm ? call.body.toString() : call.search.replace('127.0.0.1', 'localhost');
  const values = new URLSearchParams(text);
  const problem = findProblem(state, values);
  return answerConsent(call.method, values, {
    network: 'Kick',
    action: '/oauth/authorize',
    problem: problem && `Invalid request: ${problem}`,
    buttons: state.accounts.map(({ id, name }) => ({
      label: `Allow access as ${name}`,
      account: String(id),
    })),
    decline: 'Deny',
    grant(chosen) {
      const account = state.accounts.find(({ id }) => String(id) === chosen);
      return account ? { code: state.grants.keepCode({ account, scopes: scopesOf(values) }, values) } : null;
    },
    denied: { error: 'access_denied' },
  });
}

const scopesOf = (values: URLSearchParams): string[] => (values.get('scope') ?? '').split(' ');

function findProblem(state: State, values: URLSearchParams): string | null {
  if (values.get('client_id') !== state.app.id) return 'client_id';
  if (!state.app.redirectUris.includes(values.get('redirect_uri') ?? '')) return 'redirect_uri';
  if (values.get('response_type') !== 'code') return 'response_type';
  if (!values.get('state')) return 'state';
  if (!/^[\w-]{43}$/.test(values.get('code_challenge') ?? '')) return 'code_challenge';
  if (values.get('code_challenge_method') !== 'S256') return 'code_challenge_method';
  return scopesOf(values).every((scope) => SCOPES.has(scope)) ? null : 'scope';
}

const FIELDS: Readonly<Record<string, readonly string[]>> = {
  authorization_code: ['code', 'redirect_uri', 'code_verifier'],
  refresh_token: ['refresh_token'],
};

/** The token endpoint: a code, or a refresh token. */
export function token(state: State, call: Call): Answer {
  if (!String(call.headers['content-type']).startsWith('application/x-www-form-urlencoded')) {
    throw refusedGrant(400, 'Invalid request');
  }
  const form = new URLSearchParams(call.body.toString());
  const fields = FIELDS[form.get('grant_type') ?? ''];
  const wanted = ['client_id', 'client_secret', 'grant_type', ...(fields ?? [])];
  if (!fields || unknownOf(form.keys(), wanted).length || wanted.some((name) => !form.get(name))) {
    throw refusedGrant(400, 'Invalid request');
  }
  if (form.get('client_id') !== state.app.id || form.get('client_secret') !== state.app.secret) {
    throw refusedGrant(401, 'invalid_client');
  }
  const grant = form.has('code')
    ? !state.grants.wrongCode(form) && state.grants.takeCode(form.get('code'))
    : state.grants.takeRefresh(form.get('refresh_token'));
  if (!grant) throw refusedGrant(400, 'Invalid request');
  return issued(state, grant);
}

function issued({ grants }: State, grant: Grant<Account>): Answer {
  const { token, refreshToken } = grants.issue(grant);
  return {
    status: 200,
    body: {
      access_token: token,
      token_type: 'Bearer',
      refresh_token: refreshToken,
      expires_in: grants.seconds,
      scope: grant.scopes.join(' '),
    },
  };
}

/** What the token of a call is good for, with the scope that its route needs. */
export function grantOf({ grants }: State, call: Call, scope: string): Grant<Account> {
  const known = grants.find(bearerOf(call));
  if (!known) throw refusal(401, 'Unauthorized');
  if (!known.scopes.includes(scope)) throw refusal(403, 'Forbidden');
  return known;
}
