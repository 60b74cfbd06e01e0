/**
 * Apps and OAuth: the stand-in rejects what Mastodon rejects, with the same messages. Each rejected request
 * is paired with an accepted one.
 */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { startMastodon, type Mastodon, type MastodonOptions } from './server.ts';

const REDIRECT = 'https://crier.example/back';
const SCOPE = 'read:accounts write:statuses';
const VERIFIER = 'v'.repeat(64);
const S256 = {
  code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
  code_challenge_method: 'S256',
};
const MESSAGES = {
  client: /^Client authentication failed due to unknown client/,
  grant: /^The provided authorization grant is invalid, expired, revoked/,
  scope: /^The requested scope is invalid, unknown, or malformed/,
};
type Values = Record<string, string>;

let network: Mastodon;
let account: string;
let clock: number;
async function start(options: MastodonOptions = {}): Promise<void> {
  await network?.stop();
  clock = Date.parse('2026-05-04T09:00:00Z');
  network = await startMastodon({ now: () => new Date(clock), ...options });
  account = network.createAccount({ username: 'ada' }).id;
}
beforeEach(() => start());
afterEach(() => network.stop());

async function send(
  path: string,
  values: Values,
): Promise<{ status: number; body: Values; location: string | null }> {
  const response = await fetch(`${network.url}${path}`, {
    method: 'POST',
    body: new URLSearchParams(values),
    redirect: 'manual',
  });
  const text = await response.text();
  return {
    status: response.status,
    location: response.headers.get('location'),
    body: (response.headers.get('content-type')?.includes('json')
      ? JSON.parse(text)
      : { page: text }) as Values,
  };
}
const register = async (changes: Values = {}): Promise<{ client_id: string; client_secret: string }> => {
  const { client_id: id = '', client_secret: secret = '' } = (
    await send('/api/v1/apps', { client_name: 'Crier', redirect_uris: REDIRECT, scopes: SCOPE, ...changes })
  ).body;
  return { client_id: id, client_secret: secret };
};
const request = (clientId: string, changes: Values = {}): Values => ({
  client_id: clientId,
  response_type: 'code',
  redirect_uri: REDIRECT,
  scope: SCOPE,
  state: 's',
  ...changes,
});
const page = async (values: Values): Promise<{ status: number; text: string }> => {
  const response = await fetch(`${network.url}/oauth/authorize?${new URLSearchParams(values)}`);
  return { status: response.status, text: await response.text() };
};
async function codeOf(clientId: string, changes: Values = {}): Promise<string> {
  const { location } = await send('/oauth/authorize', { ...request(clientId, changes), account });
  return new URL(location ?? '').searchParams.get('code') ?? '';
}
const exchange = (app: object, code: string, changes: Values = {}): ReturnType<typeof send> =>
  send('/oauth/token', {
    grant_type: 'authorization_code',
    code,
    redirect_uri: REDIRECT,
    ...app,
    ...changes,
  });
const oauthError = (status: number, error: string, message: RegExp): object => ({
  status,
  body: { error, error_description: expect.stringMatching(message) },
});

describe('an app', () => {
  it('needs a name, a redirect URI and existing scopes', async () => {
    for (const [changes, message] of [
      [{ client_name: '' }, "Application name can't be blank"],
      [{ redirect_uris: 'back' }, 'Redirect URI must be an absolute URI.'],
      [{ scopes: 'read nonsense' }, "Scopes doesn't match configured on the server."],
    ] as const) {
      expect(
        await send('/api/v1/apps', {
          client_name: 'Crier',
          redirect_uris: REDIRECT,
          scopes: SCOPE,
          ...changes,
        }),
      ).toMatchObject({ status: 422, body: { error: `Validation failed: ${message}` } });
    }
    expect((await register()).client_id).toMatch(/.{20}/);
  });
});

describe('the consent page', () => {
  it('is shown for valid requests only', async () => {
    const { client_id: id } = await register();
    expect((await page(request(id))).status).toBe(200);
    const invalid: [Values, number, RegExp][] = [
      [{ client_id: 'x' }, 401, /Client authentication failed/],
      [{ redirect_uri: `${REDIRECT}/` }, 400, /The redirect uri included is not valid/],
      [{ response_type: 'token' }, 400, /does not support this response type/],
      [{ scope: 'write:media' }, 400, /The requested scope is invalid/],
      [{ ...S256, code_challenge_method: 'plain' }, 400, /must be S256, plain is unsupported/],
    ];
    for (const [changes, status, message] of invalid) {
      expect(await page(request(id, changes))).toEqual({ status, text: expect.stringMatching(message) });
    }
  });

  it('redirects the browser with the state and either a code or an error', async () => {
    const { client_id: id } = await register();
    const back = async (values: Values): Promise<Values> =>
      Object.fromEntries(
        new URL((await send('/oauth/authorize', { ...request(id), ...values })).location ?? '').searchParams,
      );
    expect(await back({ account })).toEqual({ code: expect.any(String), state: 's' });
    expect(await back({ _method: 'delete' })).toEqual({
      error: 'access_denied',
      error_description: 'The resource owner or authorization server denied the request.',
      state: 's',
    });
    expect(await send('/oauth/authorize', { ...request(id), account: 'nobody' })).toMatchObject({
      status: 401,
      location: null,
    });
  });
});

describe('a code', () => {
  it('is valid once, for ten minutes, for its app and its redirect URI', async () => {
    const [app, other] = [await register(), await register()];
    const code = await codeOf(app.client_id);
    expect(await exchange({ ...app, client_secret: 'x' }, code)).toMatchObject(
      oauthError(401, 'invalid_client', MESSAGES.client),
    );
    expect(await exchange(other, code)).toMatchObject(oauthError(400, 'invalid_grant', MESSAGES.grant));
    expect(await exchange(app, code, { redirect_uri: `${REDIRECT}/` })).toMatchObject(
      oauthError(400, 'invalid_grant', MESSAGES.grant),
    );
    expect(await exchange(app, 'x')).toMatchObject(oauthError(400, 'invalid_grant', MESSAGES.grant));
    expect(await exchange(app, code)).toMatchObject({
      status: 200,
      body: { token_type: 'Bearer', scope: SCOPE },
    });
    expect(await exchange(app, code)).toMatchObject(oauthError(400, 'invalid_grant', MESSAGES.grant));
    const late = await codeOf(app.client_id);
    clock += 600_000;
    expect(await exchange(app, late)).toMatchObject(oauthError(400, 'invalid_grant', MESSAGES.grant));
  });

  it('with a challenge needs its verifier', async () => {
    const app = await register();
    const code = await codeOf(app.client_id, S256);
    expect(await exchange(app, code)).toMatchObject(
      oauthError(400, 'invalid_request', /Missing required parameter: code_verifier/),
    );
    expect(await exchange(app, code, { code_verifier: 'w'.repeat(64) })).toMatchObject(
      oauthError(400, 'invalid_grant', MESSAGES.grant),
    );
    expect((await exchange(app, code, { code_verifier: VERIFIER })).status).toBe(200);
  });

  it('needs a supported grant type', async () => {
    const app = await register();
    expect(await exchange(app, 'x', { grant_type: 'password' })).toMatchObject(
      oauthError(400, 'unsupported_grant_type', /not supported/),
    );
    expect(await exchange(app, 'x', { grant_type: '' })).toMatchObject(
      oauthError(400, 'invalid_request', /Missing required parameter: grant_type/),
    );
    expect(
      (await exchange(app, 'x', { grant_type: 'client_credentials', scope: 'read:accounts' })).status,
    ).toBe(200);
    expect(
      await exchange(app, 'x', { grant_type: 'client_credentials', scope: 'write:media' }),
    ).toMatchObject(oauthError(400, 'invalid_scope', MESSAGES.scope));
  });
});

describe('a token from Mastodon', () => {
  const verify = async (token: string): Promise<number> =>
    (
      await fetch(`${network.url}/api/v1/accounts/verify_credentials`, {
        headers: { authorization: `Bearer ${token}` },
      })
    ).status;

  it('stays the same until its app revokes it', async () => {
    const [app, other] = [await register(), await register()];
    const get = async (): Promise<string> =>
      (await exchange(app, await codeOf(app.client_id))).body.access_token ?? '';
    const token = await get();
    expect([await get(), await verify(token)]).toEqual([token, 200]);
    expect(await send('/oauth/revoke', { ...other, token })).toMatchObject(
      oauthError(403, 'unauthorized_client', /not authorized to revoke this token/),
    );
    expect(await verify(token)).toBe(200);
    expect((await send('/oauth/revoke', { ...app, token })).status).toBe(200);
    expect(await verify(token)).toBe(401);
    expect(await get()).not.toBe(token);
  });
});

describe('the OAuth metadata', () => {
  it('lists S256 since 4.3 and does not exist before', async () => {
    const look = (): Promise<Response> => fetch(`${network.url}/.well-known/oauth-authorization-server`);
    expect(await (await look()).json()).toMatchObject({
      code_challenge_methods_supported: ['S256'],
      token_endpoint: `${network.url}/oauth/token`,
    });
    await start({ version: '4.2.10' });
    expect((await look()).status).toBe(404);
  });
});
