/** Approving and tokens (developer.dribbble.com/v2/oauth). Tokens do not expire, and are not renewed. */
import { answerConsent, valuesOf } from '../_shared/consent.ts';
import { bearerOf, type Grant } from '../_shared/grants.ts';
import { unknownOf } from '../_shared/stand-in.ts';
import { ok, refusal, refusedGrant, type Answer, type Call } from './call.ts';
import type { Account, State } from './state.ts';

export const SCOPES = new Set(['public', 'upload']);

/** The page in the browser, with a button for each account. */
export function authorize(state: State, call: Call): Answer {
  const values = valuesOf(call);
  return answerConsent(call.method, values, {
    network: 'Dribbble',
    action: '/oauth/authorize',
    problem: findProblem(state, values),
    buttons: state.accounts.map(({ id, login }) => ({ label: `Authorize as ${login}`, account: String(id) })),
    decline: 'Deny',
    grant(chosen) {
      const account = state.accounts.find(({ id }) => String(id) === chosen);
      return account ? { code: state.grants.keepCode({ account, scopes: scopesOf(values) }, values) } : null;
    },
    denied: {
      error: 'access_denied',
      error_description: 'The resource owner or authorization server denied the request.',
    },
  });
}

const scopesOf = (values: URLSearchParams): string[] => (values.get('scope') ?? 'public').split(' ');

function findProblem(state: State, values: URLSearchParams): string | null {
  if (values.get('client_id') !== state.app.id) {
    return 'Client authentication failed due to unknown client.';
  }
  if (!state.app.redirectUris.includes(values.get('redirect_uri') ?? '')) {
    return 'The redirect uri included is not valid.';
  }
  if (values.get('response_type') !== 'code') return 'The authorization server does not support this type.';
  if (!values.get('state')) return 'state is missing.';
  return scopesOf(values).every((scope) => SCOPES.has(scope)) ? null : 'The requested scope is invalid.';
}

const WANTED = ['client_id', 'client_secret', 'grant_type', 'code', 'redirect_uri'];

/** The token endpoint. */
export function token(state: State, call: Call): Answer {
  const form = new URLSearchParams(call.body.toString());
  if (unknownOf(form.keys(), WANTED).length || form.get('grant_type') !== 'authorization_code') {
    throw refusedGrant(400, 'invalid_request', 'The request is malformed.');
  }
  if (form.get('client_id') !== state.app.id || form.get('client_secret') !== state.app.secret) {
    throw refusedGrant(401, 'invalid_client', 'Client authentication failed due to unknown client.');
  }
  const grant = state.grants.wrongCode(form) ? null : state.grants.takeCode(form.get('code'));
  if (!grant) {
    throw refusedGrant(
      400,
      'invalid_grant',
      'The provided authorization grant is invalid, expired, revoked.',
    );
  }
  return ok({
    access_token: state.grants.issueToken(grant).value,
    token_type: 'Bearer',
    scope: grant.scopes.join(' '),
    created_at: Math.floor(Date.now() / 1000),
  });
}

/** What the token of a call is good for, with the scope that its route needs. */
export function grantOf(state: State, call: Call, scope: string): Grant<Account> {
  const known = state.grants.find(bearerOf(call));
  if (!known) throw refusal(401, 'Bad credentials.');
  if (!known.scopes.includes(scope)) {
    throw refusal(403, `The ${scope} scope is required for this resource.`);
  }
  return known;
}
