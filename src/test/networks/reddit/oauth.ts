/**
 * Approving and tokens (github.com/reddit-archive/reddit/wiki/OAuth2). Answers as recorded: a code that is
 * not valid is HTTP 200 with `invalid_grant`, a refresh token that is not is 400, a wrong secret 401.
 */
import { answerConsent, valuesOf } from '../_shared/consent.ts';
import { bearerOf, showsApp } from '../_shared/grants.ts';
import { ok, Refusal, refusal, type Answer, type Call } from './call.ts';
import type { Access, State, Token } from './state.ts';

const SCOPES = new Set(
  'account creddits edit flair history identity livemanage modconfig modcontributors modflair modlog modmail modothers modposts modself modwiki mysubreddits privatemessages read report save structuredstyles submit subscribe vote wikiedit wikiread'.split(
    ' ',
  ),
);

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
      const scopes = split(values.get('scope') ?? '');
      const isPermanent = values.get('duration') === 'permanent';
      return { code: state.grants.keepCode({ account, scopes, isPermanent }, values) };
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
  if (!showsApp(call, state.app)) throw refusal(401);
  const { grants } = state;
  const fields = new URLSearchParams(call.body.toString());
  switch (fields.get('grant_type')) {
    case 'authorization_code': {
      const grant = grants.wrongCode(fields) ? null : grants.takeCode(fields.get('code'));
      if (!grant) return ok({ error: 'invalid_grant' });
      return issued(state, grant, grant.isPermanent ? grants.issueRefresh(grant) : null);
    }
    case 'refresh_token': {
      const refresh = fields.get('refresh_token');
      const known = grants.ofRefresh(refresh);
      if (!known) throw new Refusal({ status: 400, body: { error: 400 } });
      return issued(state, known, refresh);
    }
    default:
      return ok({ error: 'unsupported_grant_type' });
  }
}

/** Another access token; those before it live on. */
const issued = ({ grants }: State, grant: Access, refresh: string | null): Answer =>
  ok({
    access_token: grants.issueToken(grant).value,
    token_type: 'bearer',
    expires_in: grants.seconds,
    scope: grant.scopes.join(' '),
    ...(refresh ? { refresh_token: refresh } : {}),
  });

/** The token of a call: 401 and 403 have the reason in a header, as recorded. */
export function tokenOf(state: State, call: Call, scope: string | null): Token {
  const known = state.grants.find(bearerOf(call, /^bearer (.+)$/i));
  const header = (error: string): { headers: Record<string, string> } => ({
    headers: { 'www-authenticate': `Bearer realm="reddit", error="${error}"` },
  });
  if (!known) throw refusal(401, header('invalid_token'));
  if (scope && !known.scopes.includes(scope) && !known.scopes.includes('*')) {
    throw refusal(403, header('insufficient_scope'));
  }
  return known;
}
