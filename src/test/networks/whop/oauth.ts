/**
 * Signing in (docs.whop.com/developer/guides/oauth): OAuth 2.1 with PKCE for public clients, OpenID Connect,
 * and refresh tokens that change each time. The token endpoint takes JSON.
 */
import { createHash, randomBytes } from 'node:crypto';
import { UnsecuredJWT } from 'jose';
import { answerConsent, valuesOf } from '../_shared/consent.ts';
import { ok, Refusal, type Answer, type Call } from './call.ts';
import type { Person, State, Token } from './state.ts';

const SCOPES = new Set([
  'openid',
  'profile',
  'email',
  'company:basic:read',
  'forum:read',
  'forum:post:create',
  'forum:moderate',
]);

const random = (): string => randomBytes(24).toString('base64url');

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
      const person = state.people.find(({ id }) => id === chosen);
      if (!person) return null;
      const code = random();
      state.grants.set(code, {
        person,
        redirectUri: values.get('redirect_uri') ?? '',
        scopes: (values.get('scope') ?? '').split(' '),
        nonce: values.get('nonce') ?? '',
        challenge: values.get('code_challenge') ?? '',
        used: false,
      });
      return { code };
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
  const grant = state.grants.get(fields.code ?? '');
  const challenge = createHash('sha256')
    .update(fields.code_verifier ?? '')
    .digest('base64url');
  if (!grant || grant.used || grant.redirectUri !== fields.redirect_uri || grant.challenge !== challenge) {
    throw failed('invalid_grant', 'The authorization code is invalid or has expired');
  }
  grant.used = true;
  const nonce = state.armed.otherNonce ? random() : grant.nonce;
  const idToken = new UnsecuredJWT({ nonce })
    .setSubject(grant.person.id)
    .setIssuer(state.url)
    .setAudience(state.app.id)
    .setExpirationTime('1h')
    .encode();
  return ok({ ...issued(state, grant), id_token: idToken });
}

function renew(state: State, fields: Record<string, string>): Answer {
  const known = state.refreshTokens.get(fields.refresh_token ?? '');
  if (!known) throw failed('invalid_grant', 'The refresh token is invalid or has expired');
  state.refreshTokens.delete(fields.refresh_token ?? '');
  return ok(issued(state, known));
}

function issued(state: State, of: Pick<Token, 'person' | 'scopes'>): Record<string, unknown> {
  const { access, refresh } = issue(state, of);
  return {
    access_token: access,
    refresh_token: refresh,
    token_type: 'Bearer',
    expires_in: state.limits.tokenSeconds,
  };
}

/** A pair of tokens; those before live on. */
export function issue(
  state: State,
  { person, scopes }: Pick<Token, 'person' | 'scopes'>,
): { access: string; refresh: string } {
  const [access, refresh] = [`whop_at_${random()}`, `whop_rt_${random()}`];
  const expiresAt = state.now().getTime() + state.limits.tokenSeconds * 1000;
  state.tokens.set(access, { value: access, person, scopes, expiresAt });
  state.refreshTokens.set(refresh, { person, scopes });
  return { access, refresh };
}

/** The token of a call. */
export function tokenOf({ tokens, now }: State, { headers }: Call): Token | undefined {
  const known = tokens.get(/^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '');
  return known && known.expiresAt > now().getTime() ? known : undefined;
}

export function userinfo(state: State, call: Call): Answer {
  const known = tokenOf(state, call);
  if (!known) throw failed('invalid_token', 'The access token is invalid', 401);
  const { id, name, username, picture }: Person = known.person;
  const profile = known.scopes.includes('profile') ? { name, preferred_username: username, picture } : {};
  return ok({ sub: id, ...profile });
}
