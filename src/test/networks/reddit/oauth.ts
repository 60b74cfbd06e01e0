/**
 * Approving and tokens (github.com/reddit-archive/reddit/wiki/OAuth2). Answers as recorded: a code that is
 * not valid is HTTP 200 with `invalid_grant`, a refresh token that is not is 400, a wrong secret 401.
 */
import { randomBytes } from 'node:crypto';
import { answerConsent, valuesOf } from '../_shared/consent.ts';
import { ok, Refusal, refusal, type Answer, type Call } from './call.ts';
import type { Account, State, Token } from './state.ts';

const SCOPES = new Set(
  'account creddits edit flair history identity livemanage modconfig modcontributors modflair modlog modmail modothers modposts modself modwiki mysubreddits privatemessages read report save structuredstyles submit subscribe vote wikiedit wikiread'.split(
    ' ',
  ),
);

const random = (): string => randomBytes(20).toString('base64url');
const split = (scopes: string): string[] => scopes.split(/[\s,]+/).filter(Boolean);

/** The page in the browser, with a button for each account. */
export function authorize(state: State, call: Call): Answer {
  const values = valuesOf(call);
  const problem = findProblem(state, values);
  return answerConsent(call.method, values, {
    network: 'reddit.com: approve',
    action: '/api/v1/authorize',
    problem: problem && `bad request (reddit.com) ${problem}`,
    buttons: [...state.accounts.values()].map(({ id, name }) => ({ label: `Allow as ${name}`, account: id })),
    decline: 'Decline',
    grant(chosen) {
      const account = state.accounts.get(chosen);
      if (!account) return null;
      const code = random();
      state.grants.set(code, {
        account,
        redirectUri: values.get('redirect_uri') ?? '',
        scopes: split(values.get('scope') ?? ''),
        isPermanent: values.get('duration') === 'permanent',
        used: false,
      });
      return { code };
    },
    denied: { error: 'access_denied' },
  });
}

function findProblem(state: State, values: URLSearchParams): string | null {
  if (values.get('client_id') !== state.app.id) return 'invalid client id';
  if (!state.app.redirectUris.includes(values.get('redirect_uri') ?? '')) {
    return 'invalid redirect_uri parameter';
  }
  if (values.get('response_type') !== 'code') return 'invalid response_type parameter';
  if (!values.get('state')) return 'invalid state parameter';
  if (!['temporary', 'permanent'].includes(values.get('duration') ?? 'temporary')) return 'invalid duration';
  const scopes = split(values.get('scope') ?? '');
  return scopes.length && scopes.every((scope) => SCOPES.has(scope)) ? null : 'invalid scope requested';
}

/** The token endpoint: a code, or a refresh token, from the app itself (HTTP Basic). */
export function token(state: State, call: Call): Answer {
  const [scheme, value = ''] = String(call.headers.authorization).split(' ');
  const [id, secret] = Buffer.from(value, 'base64').toString().split(':');
  if (scheme !== 'Basic' || id !== state.app.id || secret !== state.app.secret) throw refusal(401);
  const fields = new URLSearchParams(call.body.toString());
  switch (fields.get('grant_type')) {
    case 'authorization_code':
      return redeem(state, fields);
    case 'refresh_token': {
      const refresh = fields.get('refresh_token') ?? '';
      const known = state.refreshTokens.get(refresh);
      if (!known) throw new Refusal({ status: 400, body: { error: 400 } });
      return issued(state, issue(state, known.account, known.scopes, refresh));
    }
    default:
      return ok({ error: 'unsupported_grant_type' });
  }
}

function redeem(state: State, fields: URLSearchParams): Answer {
  const grant = state.grants.get(fields.get('code') ?? '');
  if (!grant || grant.used || grant.redirectUri !== fields.get('redirect_uri')) {
    return ok({ error: 'invalid_grant' });
  }
  grant.used = true;
  const refresh = grant.isPermanent ? random() : null;
  if (refresh) state.refreshTokens.set(refresh, grant);
  return issued(state, issue(state, grant.account, grant.scopes, refresh));
}

/** Another access token; those before it live on. */
export function issue(
  state: State,
  account: Account,
  scopes: readonly string[],
  refresh: string | null,
): Token {
  const expiresAt = state.now().getTime() + state.limits.tokenSeconds * 1000;
  const made: Token = { value: random(), account, scopes, expiresAt, refresh };
  state.tokens.set(made.value, made);
  return made;
}

const issued = (state: State, { value, scopes, refresh }: Token): Answer =>
  ok({
    access_token: value,
    token_type: 'bearer',
    expires_in: state.limits.tokenSeconds,
    scope: scopes.join(' '),
    ...(refresh ? { refresh_token: refresh } : {}),
  });

/** The token of a call: 401 and 403 have the reason in a header, as recorded. */
export function tokenOf(state: State, call: Call, scope: string | null): Token {
  const value = /^bearer (.+)$/i.exec(call.headers.authorization ?? '')?.[1];
  const known = state.tokens.get(value ?? '');
  const header = (error: string): { headers: Record<string, string> } => ({
    headers: { 'www-authenticate': `Bearer realm="reddit", error="${error}"` },
  });
  if (!known || known.expiresAt <= state.now().getTime()) throw refusal(401, header('invalid_token'));
  if (scope && !known.scopes.includes(scope) && !known.scopes.includes('*')) {
    throw refusal(403, header('insufficient_scope'));
  }
  return known;
}
