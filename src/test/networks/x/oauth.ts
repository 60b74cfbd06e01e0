/**
 * Tokens (docs.x.com/fundamentals/authentication/oauth-2-0): the page of consent, codes that live 30 seconds,
 * access tokens for two hours, and refresh tokens that work once.
 */
import { createHash, randomBytes } from 'node:crypto';
import { answerConsent, valuesOf } from '../_shared/consent.ts';
import { ApiError, type Answer, type Call, type Route } from './call.ts';
import type { Family, State } from './state.ts';

/** Permissions that an app here may ask for. */
const KNOWN_SCOPES: ReadonlySet<string> = new Set(
  (
    'tweet.read tweet.write tweet.moderate.write users.read users.email follows.read follows.write ' +
    'offline.access space.read mute.read mute.write like.read like.write list.read list.write block.read ' +
    'block.write bookmark.read bookmark.write dm.read dm.write media.write timeline.read'
  ).split(' '),
);

const refusal = (status: number, error: string, description: string): ApiError =>
  new ApiError(status, { error, error_description: description });

/** X shows what is wrong with a request on its own page, and sends nobody back. */
function problemOf(state: State, values: URLSearchParams): string | null {
  const scopes = (values.get('scope') ?? '').split(' ').filter(Boolean);
  const isGood =
    values.get('response_type') === 'code' &&
    values.get('client_id') === state.app.clientId &&
    state.app.redirectUris.includes(values.get('redirect_uri') ?? '') &&
    scopes.length > 0 &&
    scopes.every((scope) => KNOWN_SCOPES.has(scope)) &&
    values.get('state') &&
    /^[\w-]{43}$/.test(values.get('code_challenge') ?? '') &&
    values.get('code_challenge_method') === 'S256';
  return isGood
    ? null
    : 'Something went wrong. You weren’t able to give access to the App. Go back and try logging in again.';
}

function consent(state: State, call: Call): Answer {
  const values = valuesOf(call);
  return answerConsent(call.method, values, {
    network: 'X',
    action: '/i/oauth2/authorize',
    problem: problemOf(state, values),
    buttons: [...state.accounts.values()].map(({ id, username }) => ({
      label: `Authorize app as @${username}`,
      account: id,
    })),
    decline: 'Cancel',
    grant(chosen) {
      const account = state.accounts.get(chosen);
      if (!account) return null;
      const code = random('c');
      state.codes.set(code, {
        family: { account, scopes: (values.get('scope') ?? '').split(' '), revoked: false },
        redirectUri: values.get('redirect_uri') ?? '',
        challenge: values.get('code_challenge') ?? '',
        endsAt: state.now().getTime() + state.limits.codeSeconds * 1000,
        used: false,
      });
      return { code };
    },
    denied: { error: 'access_denied' },
  });
}

const random = (kind: string): string => `${kind}_${randomBytes(32).toString('base64url')}`;

/** Issues a pair of tokens; without `offline.access`, no refresh token. */
export function issueTokens(state: State, family: Family): { accessToken: string; refreshToken?: string } {
  const accessToken = random('at');
  const endsAt = state.now().getTime() + state.limits.accessTokenSeconds * 1000;
  state.accessTokens.set(accessToken, { family, endsAt });
  if (!family.scopes.includes('offline.access')) return { accessToken };
  const refreshToken = random('rt');
  state.refreshTokens.set(refreshToken, { family, used: false });
  return { accessToken, refreshToken };
}

function giveTokens(state: State, call: Call): Answer {
  if (!(call.headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded')) {
    throw refusal(400, 'invalid_request', 'Content-Type must be application/x-www-form-urlencoded.');
  }
  const form = new URLSearchParams(call.body.toString());
  authenticate(state, call);
  const family =
    form.get('grant_type') === 'authorization_code'
      ? byCode(state, form)
      : form.get('grant_type') === 'refresh_token'
        ? byRefreshToken(state, form)
        : null;
  if (!family) throw refusal(400, 'unsupported_grant_type', 'The grant type is not supported.');
  const { accessToken, refreshToken } = issueTokens(state, family);
  return {
    status: 200,
    headers: { 'cache-control': 'no-store' },
    body: {
      token_type: 'bearer',
      expires_in: state.limits.accessTokenSeconds,
      access_token: accessToken,
      scope: family.scopes.join(' '),
      ...(refreshToken ? { refresh_token: refreshToken } : {}),
    },
  };
}

/** The header is not decoded beyond base64: an encoded secret is another secret. */
function authenticate({ app }: State, call: Call): void {
  const header = /^Basic (.+)$/.exec(call.headers.authorization ?? '')?.[1];
  if (!header) throw refusal(401, 'unauthorized_client', 'Missing valid authorization header');
  if (Buffer.from(header, 'base64').toString() !== `${app.clientId}:${app.clientSecret}`) {
    throw refusal(401, 'invalid_client', 'Invalid client credentials.');
  }
}

const wrong = (what: string): ApiError =>
  refusal(400, 'invalid_request', `Value passed for the ${what} was invalid.`);

function byCode(state: State, form: URLSearchParams): Family {
  const code = state.codes.get(form.get('code') ?? '');
  const isGood = code && !code.used && code.endsAt > state.now().getTime();
  if (!isGood) throw wrong('authorization code');
  if (form.get('redirect_uri') !== code.redirectUri) throw wrong('redirect uri');
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url');
  if (challenge !== code.challenge) {
    throw refusal(
      400,
      'invalid_request',
      'Value passed for the code verifier did not match the code challenge.',
    );
  }
  code.used = true;
  return code.family;
}

/** A token that was used before may be a thief's: everything that came of the grant ends. */
function byRefreshToken(state: State, form: URLSearchParams): Family {
  const token = state.refreshTokens.get(form.get('refresh_token') ?? '');
  if (!token || token.family.revoked) throw wrong('token');
  if (token.used) {
    token.family.revoked = true;
    throw wrong('token');
  }
  token.used = true;
  return token.family;
}

export const oauthRoutes: readonly Route[] = [
  { method: 'GET', path: /^\/i\/oauth2\/authorize$/, handle: consent },
  { method: 'POST', path: /^\/i\/oauth2\/authorize$/, handle: consent },
  { method: 'POST', path: /^\/2\/oauth2\/token$/, handle: giveTokens },
];
