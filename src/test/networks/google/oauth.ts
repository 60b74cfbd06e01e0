/**
 * Google's authorization server (developers.google.com/identity/protocols/oauth2/web-server): the page where
 * a person chooses a channel, codes that work once, and refresh tokens that stay.
 */
import { createHash, randomBytes } from 'node:crypto';
import { answerConsent, valuesOf } from '../_shared/consent.ts';
import { ApiError, type Answer, type Call, type Route } from './call.ts';

/** A person with a Google account. */
export interface Person {
  readonly id: string;
  readonly title: string;
}

/** What a person granted: all tokens that came of it end together. */
export interface Grant<P extends Person = Person> {
  readonly owner: P;
  readonly scopes: readonly string[];
  ended: boolean;
}

interface Code<P extends Person> {
  readonly grant: Grant<P>;
  readonly redirectUri: string;
  readonly challenge: string;
  used: boolean;
}

/** What the authorization server knows. */
export interface OAuthState<P extends Person = Person> {
  readonly app: { readonly id: string; readonly secret: string; readonly redirectUris: readonly string[] };
  readonly owners: P[];
  readonly codes: Map<string, Code<P>>;
  readonly accessTokens: Map<string, Grant<P>>;
  readonly refreshTokens: Map<string, Grant<P>>;
}

const random = (kind: string): string => `${kind}${randomBytes(32).toString('base64url')}`;
const refusal = (status: number, error: string, description: string): ApiError =>
  new ApiError(status, { error, error_description: description });
/** Google shows what is wrong with a request on its own page, and sends nobody back. */
function problemOf({ app }: OAuthState, values: URLSearchParams): string | null {
  if (values.get('client_id') !== app.id) return 'Error 401: invalid_client. The OAuth client was not found.';
  if (!app.redirectUris.includes(values.get('redirect_uri') ?? '')) return 'Error 400: redirect_uri_mismatch';
  const isGood =
    values.get('response_type') === 'code' &&
    (values.get('scope') ?? '')
      .split(' ')
      .every((scope) => scope.startsWith('https://www.googleapis.com/auth/')) &&
    /^[\w-]{43}$/.test(values.get('code_challenge') ?? '') &&
    values.get('code_challenge_method') === 'S256';
  return isGood ? null : 'Error 400: invalid_request';
}

/** The page in the browser, with two buttons for each person. */
function consent(state: OAuthState, call: Call): Answer {
  const values = valuesOf(call);
  return answerConsent(call.method, values, {
    network: 'Google',
    action: '/o/oauth2/v2/auth',
    problem: problemOf(state, values),
    buttons: [
      ...state.owners.map(({ id, title }) => ({ label: `Allow as ${title}`, account: id })),
      ...state.owners.map(({ id, title }) => ({ label: `Allow nothing as ${title}`, account: `none ${id}` })),
    ],
    decline: 'Cancel',
    grant(chosen) {
      const owner = state.owners.find(({ id }) => id === chosen.replace('none ', ''));
      if (!owner) return null;
      const code = random('4/');
      const scopes = chosen.startsWith('none ') ? [] : (values.get('scope') ?? '').split(' ');
      state.codes.set(code, {
        grant: { owner, scopes, ended: false },
        redirectUri: values.get('redirect_uri') ?? '',
        challenge: values.get('code_challenge') ?? '',
        used: false,
      });
      return { code };
    },
    denied: { error: 'access_denied' },
  });
}

/** A pair of tokens for a grant. */
export function issueTokens(state: OAuthState, grant: Grant): { accessToken: string; refreshToken: string } {
  const [accessToken, refreshToken] = [random('ya29.'), random('1//')];
  state.accessTokens.set(accessToken, grant);
  state.refreshTokens.set(refreshToken, grant);
  return { accessToken, refreshToken };
}

function giveTokens(state: OAuthState, { headers, body }: Call): Answer {
  if (!(headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded')) {
    throw refusal(400, 'invalid_request', 'Could not parse the body.');
  }
  const form = new URLSearchParams(body.toString());
  if (form.get('client_id') !== state.app.id || form.get('client_secret') !== state.app.secret) {
    throw refusal(401, 'invalid_client', 'Unauthorized');
  }
  if (form.get('grant_type') === 'refresh_token') {
    const grant = state.refreshTokens.get(form.get('refresh_token') ?? '');
    if (!grant || grant.ended) throw refusal(400, 'invalid_grant', 'Token has been expired or revoked.');
    return tokens(grant, { access_token: issueTokens(state, grant).accessToken });
  }
  if (form.get('grant_type') !== 'authorization_code') {
    throw refusal(400, 'unsupported_grant_type', `Invalid grant_type: ${form.get('grant_type')}`);
  }
  const { accessToken, refreshToken } = issueTokens(state, grantOf(state, form));
  return tokens(grantOfToken(state, accessToken), { access_token: accessToken, refresh_token: refreshToken });
}

const grantOfToken = (state: OAuthState, token: string): Grant => state.accessTokens.get(token) as Grant;

const tokens = ({ scopes }: Grant, values: Record<string, string>): Answer => ({
  status: 200,
  body: { ...values, expires_in: 3599, scope: scopes.join(' '), token_type: 'Bearer' },
});

function grantOf(state: OAuthState, form: URLSearchParams): Grant {
  const code = state.codes.get(form.get('code') ?? '');
  if (!code || code.used) throw refusal(400, 'invalid_grant', 'Malformed auth code.');
  if (form.get('redirect_uri') !== code.redirectUri) {
    throw refusal(400, 'redirect_uri_mismatch', 'Bad Request');
  }
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url');
  if (challenge !== code.challenge) throw refusal(400, 'invalid_grant', 'Invalid code verifier.');
  code.used = true;
  return code.grant;
}

export const oauthRoutes: readonly Route<OAuthState>[] = [
  { method: 'GET', path: '/o/oauth2/v2/auth', handle: consent },
  { method: 'POST', path: '/o/oauth2/v2/auth', handle: consent },
  { method: 'POST', path: '/token', handle: giveTokens },
];
