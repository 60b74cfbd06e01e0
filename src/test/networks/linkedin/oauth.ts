/** Approving and tokens (learn.microsoft.com/linkedin/shared/authentication/authorization-code-flow). */
import { randomBytes } from 'node:crypto';
import { answerConsent } from '../_shared/consent.ts';
import { ok, refusal, Refusal, type Answer, type Call } from './call.ts';
import type { Member, State, Token } from './state.ts';

const SCOPES = new Set([
  'openid',
  'profile',
  'email',
  'w_member_social',
  'r_basicprofile',
  'rw_organization_admin',
  'r_organization_admin',
  'w_organization_social',
  'r_organization_social',
  'w_member_social_feed',
  'w_organization_social_feed',
  'r_organization_social_feed',
]);

const random = (): string => randomBytes(30).toString('base64url');

/** The page in the browser, with a button for each member. */
export function authorize(state: State, call: Call): Answer {
  const values = new URLSearchParams(call.method === 'POST' ? call.body.toString() : call.search);
  const problem = findProblem(state, values);
  return answerConsent(call.method, values, {
    network: 'LinkedIn',
    action: '/oauth/v2/authorization',
    problem: problem && `Bummer, something went wrong. ${problem}`,
    buttons: [...state.members.values()].map(({ id, name }) => ({ label: `Allow as ${name}`, account: id })),
    decline: 'Cancel',
    grant(chosen) {
      const member = state.members.get(chosen);
      if (!member) return null;
      const code = random();
      const scopes = (values.get('scope') ?? '').split(' ');
      const redirectUri = values.get('redirect_uri') ?? '';
      state.grants.set(code, { member, redirectUri, scopes, used: false });
      return { code };
    },
    denied: { error: 'user_cancelled_authorize', error_description: 'The user cancelled the authorization' },
  });
}

function findProblem({ app }: State, values: URLSearchParams): string | null {
  if (values.get('response_type') !== 'code') return 'response_type is not code';
  if (values.get('client_id') !== app.id) return 'The passed in client_id is invalid';
  if (!app.redirectUris.includes(values.get('redirect_uri') ?? '')) {
    return 'The redirect_uri does not match the registered value';
  }
  if (values.has('code_challenge')) return 'PKCE is for native clients';
  const unknown = (values.get('scope') ?? '')
    .split(' ')
    .find((scope) => !SCOPES.has(scope) || app.lacks.includes(scope));
  return unknown === undefined ? null : `Scope "${unknown}" is not authorized for your application`;
}

const failed = (status: number, error: string, description: string): Refusal =>
  new Refusal({ status, body: { error, error_description: description } });

/** The token endpoint: the app shows its secret in the body. */
export function exchange(state: State, { body, headers, method }: Call): Answer {
  if (method !== 'POST' || !headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
    throw failed(400, 'invalid_request', 'Only a form is accepted');
  }
  const fields = new URLSearchParams(body.toString());
  if (fields.get('client_id') !== state.app.id || fields.get('client_secret') !== state.app.secret) {
    throw failed(401, 'invalid_client', 'Client authentication failed');
  }
  if (fields.get('grant_type') === 'refresh_token') {
    const known = state.refreshTokens.get(fields.get('refresh_token') ?? '');
    if (!known) throw failed(400, 'invalid_request', 'The provided refresh token is invalid or expired');
    return issued(state, known, fields.get('refresh_token'));
  }
  if (fields.get('grant_type') !== 'authorization_code') {
    throw failed(400, 'unsupported_grant_type', 'The grant type is not supported');
  }
  const grant = state.grants.get(fields.get('code') ?? '');
  if (!grant || grant.used || grant.redirectUri !== fields.get('redirect_uri')) {
    throw failed(
      400,
      'invalid_request',
      'Unable to retrieve access token: appid/redirect uri/code verifier does not match authorization code',
    );
  }
  grant.used = true;
  const refresh = state.app.isPartner ? random() : null;
  if (refresh) state.refreshTokens.set(refresh, grant);
  return issued(state, grant, refresh);
}

function issued(
  state: State,
  { member, scopes }: { member: Member; scopes: readonly string[] },
  refresh: string | null,
): Answer {
  // No `token_type`; with `openid`, LinkedIn also sends an ID token.
  return ok({
    access_token: issue(state, member, scopes).value,
    expires_in: state.limits.tokenSeconds,
    scope: scopes.join(','),
    ...(refresh ? { refresh_token: refresh, refresh_token_expires_in: 31_536_000 } : {}),
  });
}

export function issue(state: State, member: Member, scopes: readonly string[]): Token {
  const expiresAt = state.now().getTime() + state.limits.tokenSeconds * 1000;
  const token: Token = { value: random(), member, scopes, expiresAt };
  state.tokens.set(token.value, token);
  return token;
}

/** The token of a call. */
export function tokenOf(state: State, { headers }: Call): Token {
  const value = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
  const token = state.tokens.get(value);
  if (!token) {
    throw refusal(401, 'Invalid access token', { code: 'INVALID_ACCESS_TOKEN', serviceErrorCode: 65600 });
  }
  if (token.expiresAt <= state.now().getTime()) {
    throw refusal(401, 'The token used in the request has expired', {
      code: 'EXPIRED_ACCESS_TOKEN',
      serviceErrorCode: 65602,
    });
  }
  return token;
}
