/**
 * Connecting in a browser: an app registered at each instance, then the authorization code
 * (docs.joinmastodon.org/methods/apps, /methods/oauth).
 */
import type { ProviderContext } from '../_kit/contract.ts';
import { Rejected, type ProviderError } from '../_kit/errors.ts';
import { callJson, type HttpFailure } from '../_kit/http.ts';
import type { OAuthStep, ProviderOAuth } from '../_kit/oauth.ts';
import { connect, instanceUrl } from './auth.ts';
import { orElse } from './auth/instance.ts';
import { instanceField, readDetails, SCOPES } from './schema.ts';
import { answeredWithout } from '../_kit/answered-without.ts';
import { sentence } from '../_kit/sentences/catalogue.ts';

const CLIENT_NAME = 'Crier';

/** Tokens do not expire, so there is nothing to refresh. */
export const oauth: ProviderOAuth = {
  scopes: SCOPES,
  fields: [instanceField],
  app: {
    kind: 'dynamic',
    server: instanceUrl,
    serverOf: ({ details }) => readDetails(details).baseUrl,
    register,
    isKnown,
  },
  pkce: supportsPkce,
  authorizeUrl({ app, redirectUri, server, state, challenge }) {
    const query = {
      response_type: 'code',
      client_id: app.id,
      redirect_uri: redirectUri,
      scope: SCOPES.join(' '),
      state,
      ...(challenge ? { code_challenge: challenge, code_challenge_method: 'S256' } : {}),
    };
    return `${server}/oauth/authorize?${new URLSearchParams(query)}`;
  },
  async exchange({ code, verifier, ...step }, ctx) {
    const token = await requestToken(
      step,
      { grant_type: 'authorization_code', code, ...(verifier ? { code_verifier: verifier } : {}) },
      ctx,
    );
    return [await connect({ instance: String(step.server), token }, ctx)];
  },
};

async function register(
  server: string,
  redirectUri: string,
  ctx: ProviderContext,
): Promise<{ id: string; secret: string }> {
  const fields = {
    client_name: CLIENT_NAME,
    redirect_uris: redirectUri,
    scopes: SCOPES.join(' '),
    website: new URL(redirectUri).origin,
  };
  const { body } = await post<{ client_id?: unknown; client_secret?: unknown }>(
    `${server}/api/v1/apps`,
    fields,
    ctx,
  );
  if (typeof body?.client_id !== 'string' || typeof body.client_secret !== 'string') {
    throw new Rejected(sentence('answers_as_another', { url: server, network: 'Mastodon' }));
  }
  return { id: body.client_id, secret: body.client_secret };
}

/** Checked before the browser is sent there: the instance shows its error only to the person, not to us. */
async function isKnown(step: OAuthStep, ctx: ProviderContext): Promise<boolean> {
  try {
    await requestToken(step, { grant_type: 'client_credentials', scope: SCOPES[0] }, ctx);
    return true;
  } catch (error) {
    if (error instanceof Rejected) return error.networkCode !== 'invalid_client';
    throw error;
  }
}

/** Published by instances since 4.3 (RFC 8414); one without the document does not support it. */
async function supportsPkce(server: string | undefined, ctx: ProviderContext): Promise<boolean> {
  const { code_challenge_methods_supported: methods } = await orElse<{
    code_challenge_methods_supported?: unknown;
  }>({}, () =>
    callJson(ctx.egress, `${server}/.well-known/oauth-authorization-server`, { signal: ctx.signal }),
  );
  return Array.isArray(methods) && methods.includes('S256');
}

async function requestToken(
  { app, redirectUri, server }: OAuthStep,
  grant: Record<string, string>,
  ctx: ProviderContext,
): Promise<string> {
  const { body } = await post<{ access_token?: unknown }>(
    `${server}/oauth/token`,
    { ...grant, client_id: app.id, client_secret: app.secret, redirect_uri: redirectUri },
    ctx,
  );
  if (typeof body?.access_token !== 'string' || !body.access_token) {
    throw new Rejected(answeredWithout(server ?? 'The instance', 'an access token'));
  }
  return body.access_token;
}

function post<T>(url: string, fields: Record<string, string>, ctx: ProviderContext) {
  return callJson<T>(ctx.egress, url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
    signal: ctx.signal,
    mapFailure,
  });
}

/** Errors of RFC 6749, section 5.2: `invalid_client` comes with 401, but is not an expired token. */
function mapFailure({ status, body, message }: HttpFailure): ProviderError | null {
  const code = body && typeof body === 'object' ? (body as { error?: unknown }).error : null;
  return (status === 400 || status === 401 || status === 403) && typeof code === 'string'
    ? new Rejected(message, { networkCode: code })
    : null;
}
