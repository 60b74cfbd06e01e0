import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as client from 'openid-client';
import { startInstance, type TestInstance } from '../test/instance.ts';
import { addPerson, type TestPerson } from '../test/person.ts';
import { freePort } from '../run/embedded/ports.ts';
import { registerApp, type TestApp } from './fixtures/flow.ts';

const REDIRECT = 'http://127.0.0.1:9/callback';

describe('an OAuth client library that knows nothing about Crier', () => {
  let crier: TestInstance;
  let ada: TestPerson;
  let app: TestApp;
  beforeAll(async () => {
    // What the metadata names must be where the instance listens.
    const port = String(await freePort());
    crier = await startInstance({
      temporal: false,
      env: {
        PORT: port,
        FRONTEND_URL: `http://127.0.0.1:${port}`,
        CRIER_SANDBOX_URL: `http://127.0.0.1:${port}`,
      },
    });
    ada = await addPerson(crier);
    app = await registerApp(ada, { redirectUrl: REDIRECT });
  });
  afterAll(() => crier?.stop());

  const discover = (auth: client.ClientAuth): Promise<client.Configuration> =>
    client.discovery(new URL(crier.url), app.clientId, undefined, auth, {
      algorithm: 'oauth2',
      execute: [client.allowInsecureRequests],
    });

  /** What a person does on the page of consent. */
  const decide = async (authorizationUrl: URL, action = 'approve'): Promise<URL> => {
    expect(authorizationUrl.href).toMatch(`${crier.url}/oauth/authorize?`);
    const { body } = await ada.call<{ redirect: string }>('POST', '/oauth/authorize', {
      body: { ...Object.fromEntries(authorizationUrl.searchParams), action },
    });
    return new URL(body.redirect);
  };

  it('discovers the endpoints from the metadata (RFC 8414)', async () => {
    const metadata = (await discover(client.ClientSecretPost(app.clientSecret))).serverMetadata();
    expect(metadata).toMatchObject({
      issuer: crier.url,
      authorization_endpoint: `${crier.url}/oauth/authorize`,
      token_endpoint: `${crier.url}/api/oauth/token`,
      revocation_endpoint: `${crier.url}/api/oauth/revoke`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    });
  });

  it.each([
    ['with PKCE and the secret in the body', true, 'post'],
    ['with PKCE and HTTP Basic', true, 'basic'],
    ['without PKCE and the secret in the body', false, 'post'],
    ['without PKCE and HTTP Basic', false, 'basic'],
  ])('gets a token, uses it and revokes it %s', async (_, pkce, auth) => {
    const config = await discover(
      auth === 'basic'
        ? client.ClientSecretBasic(app.clientSecret)
        : client.ClientSecretPost(app.clientSecret),
    );
    const state = client.randomState();
    const verifier = client.randomPKCECodeVerifier();
    const challenge = {
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    };
    const callback = await decide(
      client.buildAuthorizationUrl(config, {
        redirect_uri: REDIRECT,
        state,
        scope: 'anything',
        ...(pkce ? challenge : {}),
      }),
    );
    const tokens = await client.authorizationCodeGrant(config, callback, {
      expectedState: state,
      ...(pkce ? { pkceCodeVerifier: verifier } : {}),
    });
    expect(tokens).toMatchObject({
      id: crier.organizationId,
      cus: '',
      access_token: expect.stringMatching(/^pos_/),
      token_type: 'bearer',
    });
    const call = async (): Promise<number> =>
      (
        await client
          .fetchProtectedResource(
            config,
            tokens.access_token,
            new URL(`${crier.url}/public/v1/integrations`),
            'GET',
          )
          .catch((error: { status: number }) => error)
      ).status;
    expect(await call()).toBe(200);
    await client.tokenRevocation(config, tokens.access_token);
    expect(await call()).toBe(401);
  });

  it('understands a denial and the errors of the token endpoint', async () => {
    const config = await discover(client.ClientSecretPost(app.clientSecret));
    const parameters = { redirect_uri: REDIRECT, state: 'abc' };
    const denied = await decide(client.buildAuthorizationUrl(config, parameters), 'deny');
    await expect(
      client.authorizationCodeGrant(config, denied, { expectedState: 'abc' }),
    ).rejects.toMatchObject({ error: 'access_denied' });
    const callback = await decide(client.buildAuthorizationUrl(config, parameters));
    const wrong = await discover(client.ClientSecretPost('pcs_wrong'));
    await expect(
      client.authorizationCodeGrant(wrong, callback, { expectedState: 'abc' }),
    ).rejects.toMatchObject({ error: 'invalid_client', status: 401 });
    await client.authorizationCodeGrant(config, callback, { expectedState: 'abc' });
    await expect(
      client.authorizationCodeGrant(config, callback, { expectedState: 'abc' }),
    ).rejects.toMatchObject({ error: 'invalid_grant', status: 400 });
  });
});
