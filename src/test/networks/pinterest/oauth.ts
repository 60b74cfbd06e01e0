/**
 * Approving and tokens (developers.pinterest.com: set up authentication and authorization). Each answer to a
 * refresh has another refresh token; those before it end with it.
 */
import { answerConsent, valuesOf } from '../_shared/consent.ts';
import { bearerOf, showsApp } from '../_shared/grants.ts';
import { unknownOf } from '../_shared/stand-in.ts';
import { ok, refusal, type Answer, type Call } from './call.ts';
import type { Access, State, Token } from './state.ts';

const SCOPES = new Set(
  'ads:read ads:write billing:read billing:write biz_access:read biz_access:write boards:read boards:read_secret boards:write boards:write_secret catalogs:read catalogs:write pins:read pins:read_secret pins:write pins:write_secret user_accounts:read user_accounts:write'.split(
    ' ',
  ),
);
const REFRESH_SECONDS = 5_184_000;

const split = (scopes: string): string[] => scopes.split(/[\s,]+/).filter(Boolean);

/** The page in the browser, with a button for each account. */
export function authorize(state: State, call: Call): Answer {
  const values = valuesOf(call);
  return answerConsent(call.method, values, {
    network: 'Pinterest',
    action: '/oauth/',
    problem: findProblem(state, values),
    buttons: [...state.accounts.values()].map(({ id, username }) => ({
      label: `Give access as ${username}`,
      account: id,
    })),
    decline: 'Cancel',
    grant(chosen) {
      const account = state.accounts.get(chosen);
      if (!account) return null;
      const scopes = split(values.get('scope') ?? '');
      return { code: state.grants.keepCode({ account, scopes, isContinuous: true }, values) };
    },
    denied: { error: 'access_denied' },
  });
}

function findProblem(state: State, values: URLSearchParams): string | null {
  if (values.get('client_id') !== state.app.id) return 'Invalid client_id';
  const redirectUri = values.get('redirect_uri') ?? '';
  if (!state.app.redirectUris.includes(redirectUri)) return 'The redirect URI does not match';
  if (values.get('response_type') !== 'code') return 'Invalid response_type';
  if (!values.get('state')) return 'Missing state';
  const scopes = split(values.get('scope') ?? '');
  return scopes.length && scopes.every((scope) => SCOPES.has(scope)) ? null : 'Invalid scope';
}

const FIELDS: Readonly<Record<string, readonly string[]>> = {
  authorization_code: ['grant_type', 'code', 'redirect_uri', 'continuous_refresh'],
  refresh_token: ['grant_type', 'refresh_token', 'scope', 'refresh_on'],
};

/** The token endpoint: a code, or a refresh token, from the app itself (HTTP Basic). */
export function token(state: State, call: Call): Answer {
  if (!showsApp(call, state.app)) throw refusal(401, 2, 'Authentication failed.');
  const fields = new URLSearchParams(call.body.toString());
  const grant = fields.get('grant_type') ?? '';
  const unknown = unknownOf(fields.keys(), FIELDS[grant] ?? []);
  if (unknown.length) throw refusal(400, 1, `Invalid request body: ${unknown.join(', ')}`);
  return grant === 'authorization_code' ? redeem(state, fields) : renew(state, fields);
}

function redeem(state: State, fields: URLSearchParams): Answer {
  const { grants } = state;
  const grant = grants.wrongCode(fields) ? null : grants.takeCode(fields.get('code'));
  if (!grant) throw refusal(400, 283, 'Invalid or expired authorization code.');
  const isContinuous = fields.get('continuous_refresh') === 'true';
  return issued(state, { ...grant, isContinuous }, 'authorization_code');
}

function renew(state: State, fields: URLSearchParams): Answer {
  const refresh = fields.get('refresh_token');
  const known = state.grants.ofRefresh(refresh);
  if (!known) throw refusal(400, 283, 'Invalid or expired refresh token.');
  if (known.isContinuous) state.grants.takeRefresh(refresh);
  return issued(state, known, 'refresh_token');
}

function issued({ grants, now }: State, access: Access, responseType: string): Answer {
  const isNew = responseType === 'authorization_code' || access.isContinuous;
  return ok({
    response_type: responseType,
    access_token: grants.issueToken(access).value,
    token_type: 'bearer',
    expires_in: grants.seconds,
    scope: access.scopes.join(' '),
    ...(isNew
      ? {
          refresh_token: grants.issueRefresh(access),
          refresh_token_expires_in: REFRESH_SECONDS,
          refresh_token_expires_at: Math.floor(now().getTime() / 1000) + REFRESH_SECONDS,
        }
      : {}),
  });
}

/** The token of a call, with the scopes that its route needs. */
export function tokenOf(state: State, call: Call, scopes: readonly string[]): Token {
  const known = state.grants.find(bearerOf(call, /^bearer (.+)$/i));
  if (!known) throw refusal(401, 2, 'Authentication failed.');
  if (scopes.some((scope) => !known.scopes.includes(scope))) {
    throw refusal(
      401,
      3,
      'Your token does not have sufficient permissions to perform this operation. Please ensure your token is authorized with the correct set of scopes.',
    );
  }
  return known;
}
