/** Approving and tokens (learn.microsoft.com/linkedin/shared/authentication/authorization-code-flow). */
import { answerConsent } from '../_shared/consent.ts';
import { bearerOf, type Grant } from '../_shared/grants.ts';
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
      const account = state.members.get(chosen);
      if (!account) return null;
      const scopes = (values.get('scope') ?? '').split(' ');
      return { code: state.grants.keepCode({ account, scopes }, values) };
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
  const { grants } = state;
  if (fields.get('grant_type') === 'refresh_token') {
    const known = grants.ofRefresh(fields.get('refresh_token'));
    if (!known) throw failed(400, 'invalid_request', 'The provided refresh token is invalid or expired');
    return issued(state, known, fields.get('refresh_token'));
  }
  if (fields.get('grant_type') !== 'authorization_code') {
    throw failed(400, 'unsupported_grant_type', 'The grant type is not supported');
  }
  const wrong = grants.wrongCode(fields);
  const grant = grants.takeCode(fields.get('code'));
  // Authorization Code Flow, step 3, "API errors".
  if (!grant) {
    throw failed(401, 'invalid_request', 'Unable to retrieve access token: authorization code not found');
  }
  if (wrong) {
    throw failed(
      400,
      'invalid_redirect_uri',
      'Unable to retrieve access token: appid/redirect uri/code verifier does not match authorization code. ' +
        'Or authorization code expired. Or external member binding exists',
    );
  }
  return issued(state, grant, state.app.isPartner ? grants.issueRefresh(grant) : null);
}

function issued({ grants }: State, grant: Grant<Member>, refresh: string | null): Answer {
  // No `token_type`; with `openid`, LinkedIn also sends an ID token.
  return ok({
    access_token: grants.issueToken(grant).value,
    expires_in: grants.seconds,
    scope: grant.scopes.join(','),
    ...(refresh ? { refresh_token: refresh, refresh_token_expires_in: 31_536_000 } : {}),
  });
}

/** The token of a call. */
export function tokenOf(state: State, call: Call): Token {
  const token = state.grants.find(bearerOf(call), () => {
    throw refusal(401, 'The token used in the request has expired', {
      code: 'EXPIRED_ACCESS_TOKEN',
      serviceErrorCode: 65602,
    });
  });
  if (token) return token;
  throw refusal(401, 'Invalid access token', { code: 'INVALID_ACCESS_TOKEN', serviceErrorCode: 65600 });
}
