/**
 * Approving and tokens (developers.pinterest.com: set up authentication and authorization). Each answer to a
 * refresh has another refresh token; those before it end with it.
 */
import { randomBytes } from 'node:crypto';
import { answerConsent, valuesOf } from '../_shared/consent.ts';
import { ok, refusal, type Answer, type Call } from './call.ts';
import type { Account, State, Token } from './state.ts';

const SCOPES = new Set(
  'ads:read ads:write billing:read billing:write biz_access:read biz_access:write boards:read boards:read_secret boards:write boards:write_secret catalogs:read catalogs:write pins:read pins:read_secret pins:write pins:write_secret user_accounts:read user_accounts:write'.split(
    ' ',
  ),
);
const REFRESH_SECONDS = 5_184_000;

const random = (): string => randomBytes(24).toString('base64url');
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
      const code = random();
      const scopes = split(values.get('scope') ?? '');
      const redirectUri = values.get('redirect_uri') ?? '';
      state.grants.set(code, { account, redirectUri, scopes, used: false });
      return { code };
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
  const [scheme, value = ''] = String(call.headers.authorization).split(' ');
  const [id, secret] = Buffer.from(value, 'base64').toString().split(':');
  if (scheme !== 'Basic' || id !== state.app.id || secret !== state.app.secret) {
    throw refusal(401, 2, 'Authentication failed.');
  }
  const fields = new URLSearchParams(call.body.toString());
  const grant = fields.get('grant_type') ?? '';
  const unknown = [...fields.keys()].filter((name) => !FIELDS[grant]?.includes(name));
  if (unknown.length) throw refusal(400, 1, `Invalid request body: ${unknown.join(', ')}`);
  return grant === 'authorization_code' ? redeem(state, fields) : renew(state, fields);
}

function redeem(state: State, fields: URLSearchParams): Answer {
  const grant = state.grants.get(fields.get('code') ?? '');
  if (!grant || grant.used || grant.redirectUri !== fields.get('redirect_uri')) {
    throw refusal(400, 283, 'Invalid or expired authorization code.');
  }
  grant.used = true;
  return issued(state, grant, 'authorization_code', fields.get('continuous_refresh') === 'true');
}

function renew(state: State, fields: URLSearchParams): Answer {
  const refresh = fields.get('refresh_token') ?? '';
  const known = state.refreshTokens.get(refresh);
  if (!known) throw refusal(400, 283, 'Invalid or expired refresh token.');
  if (known.isContinuous) state.refreshTokens.delete(refresh);
  return issued(state, known, 'refresh_token', known.isContinuous);
}

/** Another access token; those before it live on. */
export function issue(state: State, account: Account, scopes: readonly string[]): Token {
  const expiresAt = state.now().getTime() + state.limits.tokenSeconds * 1000;
  const made: Token = { value: `pina_${random()}`, account, scopes, expiresAt };
  state.tokens.set(made.value, made);
  return made;
}

/** A refresh token of an account. */
export function issueRefresh(
  state: State,
  account: Account,
  scopes: readonly string[],
  isContinuous = true,
): string {
  const value = `pinr_${random()}`;
  state.refreshTokens.set(value, { account, scopes, isContinuous });
  return value;
}

function issued(
  state: State,
  { account, scopes }: Pick<Token, 'account' | 'scopes'>,
  responseType: string,
  isContinuous: boolean,
): Answer {
  const made = issue(state, account, scopes);
  const isNew = responseType === 'authorization_code' || isContinuous;
  return ok({
    response_type: responseType,
    access_token: made.value,
    token_type: 'bearer',
    expires_in: state.limits.tokenSeconds,
    scope: scopes.join(' '),
    ...(isNew
      ? {
          refresh_token: issueRefresh(state, account, scopes, isContinuous),
          refresh_token_expires_in: REFRESH_SECONDS,
          refresh_token_expires_at: Math.floor(state.now().getTime() / 1000) + REFRESH_SECONDS,
        }
      : {}),
  });
}

/** The token of a call, with the scopes that its route needs. */
export function tokenOf(state: State, call: Call, scopes: readonly string[]): Token {
  const value = /^bearer (.+)$/i.exec(call.headers.authorization ?? '')?.[1];
  const known = state.tokens.get(value ?? '');
  if (!known || known.expiresAt <= state.now().getTime()) throw refusal(401, 2, 'Authentication failed.');
  if (scopes.some((scope) => !known.scopes.includes(scope))) {
    throw refusal(
      401,
      3,
      'Your token does not have sufficient permissions to perform this operation. Please ensure your token is authorized with the correct set of scopes.',
    );
  }
  return known;
}
