/**
 * Installing the app (docs.slack.dev/authentication/installing-with-oauth,
 * reference/methods/oauth.v2.access). The page and the codes come from the emulator; the front rejects what
 * Slack rejects and the emulator accepts.
 */
import { randomBytes } from 'node:crypto';
import type http from 'node:http';
import type { Args } from './checks.ts';
import { ApiError, type Body, type State } from './state.ts';

/** Those of Slack's bot scopes that apps here might request. */
const KNOWN_SCOPES = new Set([
  'chat:write',
  'chat:write.public',
  'chat:write.customize',
  'channels:read',
  'groups:read',
  'im:read',
  'mpim:read',
  'channels:history',
  'groups:history',
  'im:history',
  'mpim:history',
  'channels:join',
  'files:read',
  'files:write',
  'users:read',
  'users:read.email',
  'reactions:read',
  'reactions:write',
  'team:read',
  'links:read',
  'links:write',
]);

const text = (args: Args, name: string): string => (typeof args[name] === 'string' ? args[name] : '');

/**
 * Serves the page in the browser and the form that it posts. The emulator's page has no Cancel button, so one
 * is added that posts `cancel`.
 */
export async function serveAuthorize(
  state: State,
  at: { request: http.IncomingMessage; response: http.ServerResponse; body: Buffer },
): Promise<void> {
  const { pathname, search, searchParams } = new URL(at.request.url ?? '/', state.url);
  const posted = at.request.method === 'POST';
  const values = posted ? new URLSearchParams(at.body.toString()) : searchParams;
  const problem = findProblem(state, values);
  if (problem) {
    return void at.response
      .writeHead(400, { 'content-type': 'text/html' })
      .end(`<!doctype html><title>Slack</title><p class="error">${problem}</p>`);
  }
  if (!posted) return pass(await state.page(`${pathname}${search}`), at.response, withCancel(values));
  const back = new URL(values.get('redirect_uri') ?? '');
  if (values.has('cancel')) {
    back.search = new URLSearchParams({
      error: 'access_denied',
      state: values.get('state') ?? '',
    }).toString();
    return void at.response.writeHead(302, { location: back.href }).end();
  }
  const answer = await state.page(pathname, values.toString());
  const location = new URL(answer.headers.get('location') ?? '');
  state.grants.set(location.searchParams.get('code') ?? '', {
    redirectUri: values.get('redirect_uri') ?? '',
    scopes: (values.get('scope') ?? '').split(','),
    used: false,
  });
  at.response.writeHead(302, { location: location.href }).end();
}

function findProblem(state: State, values: URLSearchParams): string | null {
  const redirectUri = values.get('redirect_uri') ?? '';
  if (values.get('client_id') !== state.app.clientId) return 'Invalid client_id parameter';
  // Redirect URLs must use HTTPS and be among those that the app's owner entered.
  if (!redirectUri.startsWith('https://') || !state.app.redirectUris.includes(redirectUri)) {
    return 'redirect_uri did not match any configured URIs';
  }
  const scopes = (values.get('scope') ?? '').split(',').filter(Boolean);
  if (!scopes.length) return 'No scopes requested';
  const unknown = scopes.filter((scope) => !KNOWN_SCOPES.has(scope));
  return unknown.length ? `Invalid permissions requested: ${unknown.length} unknown` : null;
}

const escape = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

function withCancel(values: URLSearchParams): string {
  const hidden = [...values, ['cancel', '1']]
    .map(([name = '', value = '']) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`)
    .join('');
  return `<form method="post" action="/oauth/v2/authorize/callback">${hidden}<button>Cancel</button></form>`;
}

async function pass(answer: Response, response: http.ServerResponse, extra: string): Promise<void> {
  const page = await answer.text();
  response
    .writeHead(answer.status, { 'content-type': 'text/html; charset=utf-8' })
    .end(page.replace('</body>', `${extra}</body>`));
}

/** `oauth.v2.access`. The front issues the token, with the requested scopes. */
export async function oauthAccess(state: State, args: Args): Promise<Body> {
  if (text(args, 'client_id') !== state.app.clientId) throw new ApiError('invalid_client_id');
  if (text(args, 'client_secret') !== state.app.clientSecret) throw new ApiError('bad_client_secret');
  const grant = state.grants.get(text(args, 'code'));
  if (!grant) throw new ApiError('invalid_code');
  if (grant.used) throw new ApiError('code_already_used');
  if (text(args, 'redirect_uri') !== grant.redirectUri) throw new ApiError('bad_redirect_uri');
  const body = await state.inner('oauth.v2.access', args);
  if (!body.ok) throw new ApiError(body.error ?? 'invalid_code');
  grant.used = true;
  const value = `xoxb-${randomBytes(24).toString('hex')}`;
  state.tokens.set(value, { value, scopes: grant.scopes, state: null });
  return { ...body, access_token: value, scope: grant.scopes.join(','), bot_user_id: state.bot.userId };
}
