/**
 * Approving and tokens (developers.tiktok.com: Login Kit for Web; get, refresh and revoke a user access
 * token). A refresh answers with another refresh token, and the one before stops working.
 */
import { answerConsent, valuesOf } from '../_shared/consent.ts';
import { bearerOf, random, type Grant, type Token } from '../_shared/grants.ts';
import { unknownOf } from '../_shared/stand-in.ts';
import { refusal, refusedGrant, type Answer, type Call } from './call.ts';
import type { Account, State } from './state.ts';

export const SCOPES = new Set([
  'user.info.basic',
  'user.info.profile',
  'user.info.stats',
  'video.list',
  'video.publish',
  'video.upload',
]);
const REFRESH_SECONDS = 15_552_000;

/** The page in the browser, with a button for each account. */
export function authorize(state: State, call: Call): Answer {
  const values = valuesOf(call);
  return answerConsent(call.method, values, {
    network: 'TikTok',
    action: '/v2/auth/authorize/',
    problem: findProblem(state, values),
    buttons: state.accounts.map(({ openId, username }) => ({
      label: `Authorize as ${username}`,
      account: openId,
    })),
    decline: 'Cancel',
    grant(chosen) {
      const account = state.accounts.find(({ openId }) => openId === chosen);
      if (!account) return null;
      const scopes = scopesOf(values);
      const code = state.grants.keepCode({ account, scopes }, values, `${random()}*0!4321.va`);
      return { code, scopes: scopes.join(',') };
    },
    denied: { error: 'access_denied', error_description: 'User canceled the authorization' },
  });
}

const scopesOf = (values: URLSearchParams): string[] => (values.get('scope') ?? '').split(',');

function findProblem(state: State, values: URLSearchParams): string | null {
  if (values.get('client_key') !== state.app.id) return 'client_key';
  if (!state.app.redirectUris.includes(values.get('redirect_uri') ?? '')) return 'redirect_uri';
  if (values.get('response_type') !== 'code') return 'response_type';
  if (!values.get('state')) return 'state';
  return scopesOf(values).every((scope) => SCOPES.has(scope)) ? null : 'scope';
}

const FIELDS: Readonly<Record<string, readonly string[]>> = {
  authorization_code: ['code', 'redirect_uri'],
  refresh_token: ['refresh_token'],
};

/** The token endpoint: a code, or a refresh token. */
export function token(state: State, call: Call): Answer {
  if (!/^application\/x-www-form-urlencoded/i.test(String(call.headers['content-type']))) {
    throw refusedGrant('invalid_request', 'Only `application/x-www-form-urlencoded` is supported');
  }
  const form = new URLSearchParams(call.body.toString());
  const grant = form.get('grant_type') ?? '';
  const wanted = ['client_key', 'client_secret', 'grant_type', ...(FIELDS[grant] ?? [])];
  const strange = unknownOf(form.keys(), wanted);
  const missing = wanted.filter((name) => !form.get(name));
  if (!FIELDS[grant] || strange.length || missing.length) {
    throw refusedGrant(
      'invalid_request',
      `The request parameters are malformed: ${[...strange, ...missing]}`,
    );
  }
  if (form.get('client_key') !== state.app.id || form.get('client_secret') !== state.app.secret) {
    throw refusedGrant('invalid_client', 'Client key or secret is incorrect.');
  }
  return grant === 'refresh_token' ? renew(state, form) : redeem(state, form);
}

function redeem(state: State, form: URLSearchParams): Answer {
  const wrong = state.grants.wrongCode(form);
  if (wrong === 'redirect_uri') {
    throw refusedGrant('invalid_grant', 'Redirect_uri is not matched with the uri when requesting code.');
  }
  const grant = state.grants.takeCode(form.get('code'));
  if (!grant) throw refusedGrant('invalid_grant', 'Authorization code is expired.');
  return issued(state, grant);
}

function renew(state: State, form: URLSearchParams): Answer {
  const grant = state.grants.takeRefresh(form.get('refresh_token'));
  if (!grant) throw refusedGrant('invalid_grant', 'Refresh token is invalid or expired.');
  return issued(state, grant);
}

function issued({ grants }: State, grant: Grant<Account>): Answer {
  const { token, refreshToken } = grants.issue(grant);
  return {
    status: 200,
    body: {
      access_token: token,
      expires_in: grants.seconds,
      open_id: grant.account.openId,
      refresh_expires_in: REFRESH_SECONDS,
      refresh_token: refreshToken,
      scope: grant.scopes.join(','),
      token_type: 'Bearer',
    },
  };
}

/** The token of a call, with the scope that its route needs. */
export function tokenOf(state: State, call: Call, scope: string): Token<Grant<Account>> {
  const known = state.grants.find(bearerOf(call));
  if (!known) {
    throw refusal(401, 'access_token_invalid', 'The access token is invalid or not found in the request.');
  }
  if (!scope.split(' ').some((one) => known.scopes.includes(one))) {
    throw refusal(
      401,
      'scope_not_authorized',
      'The user did not authorize the scope required for completing this request.',
    );
  }
  return known;
}
