/** Approving and tokens (developer.dribbble.com/v2/oauth). Tokens do not expire, and are not renewed. */
import { randomBytes } from 'node:crypto';
import { answerConsent, valuesOf } from '../_shared/consent.ts';
import { ok, refusal, refusedGrant, type Answer, type Call } from './call.ts';
import type { Account, State, Token } from './state.ts';

const SCOPES = new Set(['public', 'upload']);

const random = (): string => randomBytes(32).toString('hex');

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
      if (!account) return null;
      const code = random();
      const redirectUri = values.get('redirect_uri') ?? '';
      state.codes.set(code, { account, redirectUri, scopes: scopesOf(values) });
      return { code };
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
  const strange = [...form.keys()].filter((name) => !WANTED.includes(name));
  if (strange.length || form.get('grant_type') !== 'authorization_code') {
    throw refusedGrant(400, 'invalid_request', 'The request is malformed.');
  }
  if (form.get('client_id') !== state.app.id || form.get('client_secret') !== state.app.secret) {
    throw refusedGrant(401, 'invalid_client', 'Client authentication failed due to unknown client.');
  }
  const code = form.get('code') ?? '';
  const granted = state.codes.get(code);
  if (!granted || granted.redirectUri !== form.get('redirect_uri')) {
    throw refusedGrant(
      400,
      'invalid_grant',
      'The provided authorization grant is invalid, expired, revoked.',
    );
  }
  state.codes.delete(code);
  const { account, scopes } = granted;
  const scope = scopes.join(' ');
  const createdAt = Math.floor(Date.now() / 1000);
  return ok({
    access_token: issue(state, account, scopes),
    token_type: 'Bearer',
    scope,
    created_at: createdAt,
  });
}

export function issue(state: State, account: Account, scopes: readonly string[] = [...SCOPES]): string {
  const value = random();
  state.tokens.set(value, { account, scopes });
  return value;
}

/** The token of a call, with the scope that its route needs. */
export function tokenOf(state: State, call: Call, scope: string): Token {
  const value = /^Bearer (.+)$/.exec(call.headers.authorization ?? '')?.[1];
  const known = state.tokens.get(value ?? '');
  if (!known) throw refusal(401, 'Bad credentials.');
  if (!known.scopes.includes(scope)) {
    throw refusal(403, `The ${scope} scope is required for this resource.`);
  }
  return known;
}
