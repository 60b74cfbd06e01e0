/**
 * Approving and tokens (docs.kick.com, "OAuth 2.1"). PKCE is required. A refresh answers with another refresh
 * token, and the one before stops working.
 */
import { createHash, randomBytes } from 'node:crypto';
import { answerConsent } from '../_shared/consent.ts';
import { refusal, refusedGrant, type Answer, type Call } from './call.ts';
import type { Account, State, Token } from './state.ts';

const SCOPES = new Set(['user:read', 'channel:read', 'chat:write', 'moderation:chat_message:manage']);
const TOKEN_SECONDS = 7200;

const random = (): string => randomBytes(24).toString('base64url');

/**
 * The page in the browser, with a button for each account. Like Kick's, it turns the first "127.0.0.1" of its
 * address into "localhost" (KickDevDocs, issue 211).
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
      if (!account) return null;
      const code = random();
      state.codes.set(code, {
        account,
        scopes: scopesOf(values),
        redirectUri: values.get('redirect_uri') ?? '',
        challenge: values.get('code_challenge') ?? '',
      });
      return { code };
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
  const strange = [...form.keys()].filter((name) => !wanted.includes(name));
  if (!fields || strange.length || wanted.some((name) => !form.get(name))) {
    throw refusedGrant(400, 'Invalid request');
  }
  if (form.get('client_id') !== state.app.id || form.get('client_secret') !== state.app.secret) {
    throw refusedGrant(401, 'invalid_client');
  }
  return form.has('code') ? redeem(state, form) : renew(state, form);
}

function redeem(state: State, form: URLSearchParams): Answer {
  const code = form.get('code') ?? '';
  const granted = state.codes.get(code);
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url');
  const fits = granted?.redirectUri === form.get('redirect_uri') && granted?.challenge === challenge;
  if (!granted || !fits) throw refusedGrant(400, 'Invalid request');
  state.codes.delete(code);
  return issued(state, granted);
}

function renew(state: State, form: URLSearchParams): Answer {
  const value = form.get('refresh_token') ?? '';
  const known = state.refreshTokens.get(value);
  if (!known) throw refusedGrant(400, 'Invalid request');
  state.refreshTokens.delete(value);
  return issued(state, known);
}

/** An access token and the refresh token beside it. */
export function issue(
  state: State,
  account: Account,
  scopes: readonly string[] = [...SCOPES],
): { token: Token; refreshToken: string } {
  const made: Token = { value: random(), account, scopes, expiresAt: Date.now() + TOKEN_SECONDS * 1000 };
  const refreshToken = random();
  state.tokens.set(made.value, made);
  state.refreshTokens.set(refreshToken, { account, scopes });
  return { token: made, refreshToken };
}

function issued(state: State, { account, scopes }: Pick<Token, 'account' | 'scopes'>): Answer {
  const made = issue(state, account, scopes);
  return {
    status: 200,
    body: {
      access_token: made.token.value,
      token_type: 'Bearer',
      refresh_token: made.refreshToken,
      expires_in: TOKEN_SECONDS,
      scope: scopes.join(' '),
    },
  };
}

/** The token of a call, with the scope that its route needs. */
export function tokenOf(state: State, call: Call, scope: string): Token {
  const value = /^Bearer (.+)$/.exec(call.headers.authorization ?? '')?.[1];
  const known = state.tokens.get(value ?? '');
  if (!known || known.expiresAt <= Date.now()) throw refusal(401, 'Unauthorized');
  if (!known.scopes.includes(scope)) throw refusal(403, 'Forbidden');
  return known;
}
