/**
 * Signing in (docs.whop.com/developer/guides/oauth): OAuth 2.1 with PKCE for public clients, OpenID Connect,
 * and refresh tokens that change each time. The token endpoint takes JSON.
 */
import { UnsecuredJWT } from 'jose';
import { answerConsent, valuesOf } from '../_shared/consent.ts';
import { bearerOf, random } from '../_shared/grants.ts';
import { ok, Refusal, type Answer, type Call } from './call.ts';
import type { Access, State } from './state.ts';

const SCOPES = new Set([
  'openid',
  'profile',
  'email',
  'company:basic:read',
  'forum:read',
  'forum:post:create',
  'forum:moderate',
]);

/** A refusal in the standard's form. */
const failed = (error: string, description: string, status = 400): Refusal =>
  new Refusal({ status, body: { error, error_description: description } });

/** The page in the browser, with a button for each person. */
export function authorize(state: State, call: Call): Answer {
  const values = valuesOf(call);
  return answerConsent(call.method, values, {
    network: 'Whop',
    action: '/oauth/authorize',
    problem: findProblem(state, values),
    buttons: state.people.map(({ id, username }) => ({ label: `Authorize as ${username}`, account: id })),
    decline: 'Deny',
    grant(chosen) {
      const account = state.people.find(({ id }) => id === chosen);
      if (!account) return null;
      const scopes = (values.get('scope') ?? '').split(' ');
      return { code: state.grants.keepCode({ account, scopes, nonce: values.get('nonce') ?? '' }, values) };
    },
    denied: { error: 'access_denied', error_description: 'The user denied the request' },
  });
}

function findProblem({ app }: State, values: URLSearchParams): string | null {
  if (values.get('client_id') !== app.id) return 'Unknown client';
  if (!app.redirectUris.includes(values.get('redirect_uri') ?? '')) return 'Invalid redirect_uri';
  if (values.get('response_type') !== 'code') return 'Invalid response_type';
  const lacking = ['state', 'nonce', 'code_challenge'].find((name) => !values.get(name));
  if (lacking) return `Missing ${lacking}`;
  if (values.get('code_challenge_method') !== 'S256') return 'Invalid code_challenge_method';
  const scopes = (values.get('scope') ?? '').split(' ');
  return scopes.includes('openid') && scopes.every((scope) => SCOPES.has(scope)) ? null : 'Invalid scope';
}

const FIELDS: Readonly<Record<string, readonly string[]>> = {
  authorization_code: ['grant_type', 'code', 'redirect_uri', 'client_id', 'code_verifier'],
  refresh_token: ['grant_type', 'refresh_token', 'client_id'],
};

/** The token endpoint: a code, or a refresh token, from the app itself. */
export function token(state: State, call: Call): Answer {
  if (!String(call.headers['content-type']).startsWith('application/json')) {
    throw failed('invalid_request', 'Content-Type must be application/json');
  }
  const fields = JSON.parse(call.body.toString()) as Record<string, string>;
  const known = FIELDS[fields.grant_type ?? ''];
  if (!known) throw failed('unsupported_grant_type', 'The grant type is not supported');
  const wrong = [...Object.keys(fields), ...known].find((name) => !known.includes(name) || !fields[name]);
  if (wrong) throw failed('invalid_request', `Invalid or missing parameter: ${wrong}`);
  if (fields.client_id !== state.app.id) throw failed('invalid_client', 'Unknown client', 401);
  return fields.grant_type === 'refresh_token' ? renew(state, fields) : redeem(state, fields);
}

function redeem(state: State, fields: Record<string, string>): Answer {
  const { grants } = state;
  const grant = grants.wrongCode(new URLSearchParams(fields)) ? null : grants.takeCode(fields.code ?? '');
  if (!grant) throw failed('invalid_grant', 'The authorization code is invalid or has expired');
  const idToken = new UnsecuredJWT({ nonce: state.armed.otherNonce ? random() : grant.nonce })
    .setSubject(grant.account.id)
    .setIssuer(state.url)
    .setAudience(state.app.id)
    .setExpirationTime('1h')
    .encode();
  return ok({ ...issued(state, grant), id_token: idToken });
}

function renew(state: State, fields: Record<string, string>): Answer {
  const grant = state.grants.takeRefresh(fields.refresh_token ?? '');
  if (!grant) throw failed('invalid_grant', 'The refresh token is invalid or has expired');
  return ok(issued(state, grant));
}

function issued({ grants }: State, grant: Access): Record<string, unknown> {
  const { token, refreshToken } = grants.issue(grant);
  return {
    access_token: token,
    refresh_token: refreshToken,
    token_type: 'Bearer',
    expires_in: grants.seconds,
  };
}

export function userinfo(state: State, call: Call): Answer {
  const known = state.grants.find(bearerOf(call));
  if (!known) throw failed('invalid_token', 'The access token is invalid', 401);
  const { id, name, username, picture } = known.account;
  const profile = known.scopes.includes('profile') ? { name, preferred_username: username, picture } : {};
  return ok({ sub: id, ...profile });
}
