import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SMALL_FILES, UNKNOWN_ID, png, refusal, sql, upload, type ErrorBody } from '../test/factories.ts';
import { startInstance, type Answer, type TestInstance } from '../test/instance.ts';
import { addPerson, callApp, type TestPerson } from '../test/person.ts';
import { REDIRECT, approve, authorize, exchange, registerApp, type TestApp } from './fixtures/flow.ts';

interface AppBody extends TestApp, ErrorBody {
  readonly name: string;
  readonly description: string | null;
  readonly picture: { id: string; path: string } | null;
  readonly tokens: number;
  readonly secretRotatedAt: string | null;
  readonly success: boolean;
}

describe('the apps of an organisation', () => {
  let crier: TestInstance;
  let ada: TestPerson;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    ada = await addPerson(crier, { role: 'admin' });
  });
  afterAll(() => crier?.stop());

  const register = (body: unknown): Promise<Answer<AppBody>> =>
    ada.call('POST', '/user/oauth-apps', { body });
  const works = async (token: string): Promise<boolean> =>
    (await crier.call('GET', '/is-connected', { key: token })).status === 200;

  it('are registered with a secret that is shown once and not stored', async () => {
    const { status, body } = await register({ name: 'Menu Bot', redirectUrl: REDIRECT });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      organizationId: crier.organizationId,
      name: 'Menu Bot',
      description: null,
      picture: null,
      redirectUrl: REDIRECT,
      clientId: expect.stringMatching(/^pca_[A-Za-z0-9]{32}$/),
      clientSecret: expect.stringMatching(/^pcs_[A-Za-z0-9]{48}$/),
      tokens: 0,
      secretRotatedAt: null,
    });
    const { clientSecret, ...shown } = body;
    expect((await ada.call('GET', `/user/oauth-apps/${body.id}`)).body).toEqual(shown);
    expect((await ada.call<unknown[]>('GET', '/user/oauth-apps')).body).toContainEqual(shown);
    expect(JSON.stringify(await sql(crier, 'select json_agg(a) as rows from oauth_app a'))).not.toContain(
      clientSecret,
    );
  });

  it.each<[string, string, string]>([
    ['a script', 'javascript:alert(1)', 'https://'],
    ['data', 'data:text/html,x', 'https://'],
    ['a scheme of an app', 'com.example.app:/callback', 'https://'],
    ['plain http', 'http://app.example/', 'only for localhost'],
    ['a host that looks local', 'http://localhost.evil.example/', 'only for localhost'],
    ['a private address', 'http://192.168.0.1/', 'only for localhost'],
    ['a fragment', 'https://app.example/#', 'fragment'],
    ['a name', 'https://good@evil.example/', 'user name'],
    ['an empty name', 'https://@evil.example/', 'user name'],
    ['a backslash', 'https://app.example\\@evil.example/', 'ASCII'],
    ['a space', 'https://app.example/a b', 'ASCII'],
    ['a line break', 'https://app.example/\r\nx: y', 'ASCII'],
    ['no host', 'https:///callback', 'https://'],
    ['nothing', 'callback', 'https://'],
    ['a domain in Unicode', 'https://exämple.com/', 'ASCII'],
    ['the parameter code', 'https://app.example/?code=1', 'parameter code'],
    ['a port that is none', 'https://app.example:99999/', 'https://'],
  ])('cannot register %s as a Redirect URL (case 10)', async (_, redirectUrl, message) => {
    const answer = await register({ name: 'Bot', redirectUrl });
    expect(refusal(answer)).toEqual({ status: 400, code: 'invalid_request', paths: ['redirectUrl'] });
    expect(answer.body.message).toContain(message);
  });

  it.each([
    'https://app.example',
    'https://app.example:8443/a?b=c',
    'http://localhost:3000/callback',
    'http://127.0.0.1:3000/',
    'http://[::1]/',
    `https://app.example/${'x'.repeat(1980)}`,
  ])('can register %s as a Redirect URL', async (redirectUrl) => {
    expect((await register({ name: 'Bot', redirectUrl })).body).toMatchObject({ redirectUrl });
  });

  it.each<[string, Record<string, unknown>, string[]]>([
    ['without a name', { name: undefined }, ['name']],
    ['with an empty name', { name: '' }, ['name']],
    ['with a name that nobody sees', { name: '\u202e\u200b \u2066' }, ['name']],
    ['with a name of two lines', { name: 'Menu\nBot' }, ['name']],
    ['with a name of 101 characters', { name: 'x'.repeat(101) }, ['name']],
    ['with a name of 10 KB', { name: 'x'.repeat(10_240) }, ['name']],
    ['with a description of 501', { description: 'x'.repeat(501) }, ['description']],
    ['without a Redirect URL', { redirectUrl: undefined }, ['redirectUrl']],
    [
      'with one of 2001 characters',
      { redirectUrl: `https://app.example/${'x'.repeat(1981)}` },
      ['redirectUrl'],
    ],
  ])('are refused %s (case 9)', async (_, fields, paths) => {
    expect(refusal(await register({ name: 'Bot', redirectUrl: REDIRECT, ...fields }))).toEqual({
      status: 400,
      code: 'invalid_request',
      paths,
    });
  });

  it('have names on one line that read from left to right, and keep everything else as text (case 9)', async () => {
    const { body } = await register({
      name: ' Menu\u202e Bot <b>&amp;\u200f ',
      description: 'One\r\nTwo\u2067\u0007',
      redirectUrl: REDIRECT,
    });
    expect([body.name, body.description]).toEqual(['Menu Bot <b>&amp;', 'One\nTwo']);
    expect((await register({ name: '👩‍👩‍👧 Menü', redirectUrl: REDIRECT })).body.name).toBe('👩‍👩‍👧 Menü');
  });

  it('show a picture that the organisation uploaded, and no other file', async () => {
    const own = (await upload<{ id: string; path: string }>(crier, png())).body;
    const app = await registerApp(ada, { pictureId: own.id });
    const change = (pictureId: string | null): Promise<Answer<AppBody>> =>
      ada.call('PUT', `/user/oauth-apps/${app.id}`, { body: { pictureId } });
    expect((await ada.call<AppBody>('GET', `/user/oauth-apps/${app.id}`)).body.picture).toEqual({
      id: own.id,
      path: own.path,
    });
    const other = await crier.anotherOrganization();
    const foreign = (await upload<{ id: string }>(crier, png(3, 3), { key: other.apiKey })).body.id;
    const video = (await upload<{ id: string }>(crier, SMALL_FILES.mp4?.bytes ?? new Uint8Array())).body.id;
    for (const id of [foreign, UNKNOWN_ID, 'x']) {
      expect(refusal(await change(id))).toEqual({ status: 400, code: 'media_not_stored' });
    }
    expect(refusal(await change(video))).toEqual({
      status: 400,
      code: 'invalid_request',
      paths: ['pictureId'],
    });
    expect((await change(null)).body.picture).toBeNull();
  });

  it('change only in the fields that are sent and may be changed', async () => {
    const app = await registerApp(ada, { description: 'Old' });
    const { body } = await ada.call<AppBody>('PUT', `/user/oauth-apps/${app.id}`, {
      body: {
        name: 'New',
        clientId: 'pca_mine',
        organizationId: UNKNOWN_ID,
        deletedAt: '2031-01-01',
        secretHash: '0'.repeat(64),
      },
    });
    expect(body).toMatchObject({
      name: 'New',
      description: 'Old',
      clientId: app.clientId,
      organizationId: crier.organizationId,
    });
    expect((await exchange(crier, app, await approve(ada, app))).status).toBe(200);
    expect(
      refusal(
        await ada.call('PUT', `/user/oauth-apps/${app.id}`, { body: { redirectUrl: 'http://app.example' } }),
      ),
    ).toMatchObject({ code: 'invalid_request' });
  });

  it('get a new secret: the old one fails at once on every process, tokens stay valid (case 20)', async () => {
    const app = await registerApp(ada);
    const token = await authorize(crier, ada, app);
    const { url } = await crier.startApiProcess();
    const elsewhere = (clientSecret: string, code: string): Promise<Response> =>
      fetch(`${url}/oauth/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          grant_type: 'authorization_code',
          code,
          client_id: app.clientId,
          client_secret: clientSecret,
        }),
      });
    expect((await elsewhere(app.clientSecret, 'x')).status).toBe(400);
    const { status, body } = await ada.call<AppBody>('POST', `/user/oauth-apps/${app.id}/rotate-secret`);
    expect([status, body]).toEqual([201, { clientSecret: expect.stringMatching(/^pcs_/) }]);
    const code = await approve(ada, app);
    expect((await elsewhere(app.clientSecret, code)).status).toBe(401);
    expect((await exchange(crier, app, code)).status).toBe(401);
    expect(await works(token)).toBe(true);
    expect((await elsewhere(body.clientSecret, code)).status).toBe(200);
    expect(
      (await ada.call<AppBody>('GET', `/user/oauth-apps/${app.id}`)).body.secretRotatedAt,
    ).not.toBeNull();
    expect((await fetch(`${url}/public/v1/is-connected`, { headers: { authorization: token } })).status).toBe(
      401,
    ); // replaced by the new one
  });

  it('can get a new secret while a code is exchanged: either order is consistent (case 21)', async () => {
    let app = await registerApp(ada);
    for (let n = 0; n < 8; n++) {
      const code = await approve(ada, app);
      const [rotated, exchanged] = await Promise.all([
        ada.call<AppBody>('POST', `/user/oauth-apps/${app.id}/rotate-secret`),
        exchange(crier, app, code),
      ]);
      expect([200, 401]).toContain(exchanged.status);
      app = { ...app, clientSecret: rotated.body.clientSecret };
    }
  });

  it('are deleted with every token and code, and the answer counts the revoked tokens (cases 22, 32)', async () => {
    const app = await registerApp(ada);
    const mia = await addPerson(crier, { name: 'Mia', role: 'member' });
    const tokens = [await authorize(crier, ada, app), await authorize(crier, mia, app)];
    const pending = await approve(mia, app);
    const approved = async (): Promise<unknown[]> =>
      (await mia.call<unknown[]>('GET', '/user/approved-apps')).body;
    expect(await approved()).toHaveLength(1);
    expect((await ada.call<AppBody>('GET', `/user/oauth-apps/${app.id}`)).body.tokens).toBe(2);
    expect((await ada.call('DELETE', `/user/oauth-apps/${app.id}`)).body).toEqual({
      success: true,
      tokens: 2,
    });
    for (const token of tokens) expect(await works(token)).toBe(false);
    expect(await approved()).toEqual([]);
    expect((await exchange(crier, app, pending)).body.error).toBe('invalid_client');
    expect(refusal(await ada.call('GET', `/user/oauth-apps/${app.id}`))).toEqual({
      status: 404,
      code: 'app_not_found',
    });
    expect(
      await sql(crier, 'select revoked_reason as reason from oauth_token where app_id = $1', [app.id]),
    ).toEqual([{ reason: 'app_deleted' }, { reason: 'app_deleted' }]);
    expect(
      await sql(crier, "select 1 from oauth_code where app_id = $1 and state = 'issued'", [app.id]),
    ).toEqual([]);
    expect(
      await sql(crier, "select 1 from outbox where kind = 'delete_oauth_app' and subject_id = $1", [app.id]),
    ).toHaveLength(1);
  });

  it('leave no valid token when they are deleted while a code is exchanged', async () => {
    for (let n = 0; n < 8; n++) {
      const app = await registerApp(ada);
      const code = await approve(ada, app);
      const [deleted, exchanged] = await Promise.all([
        ada.call<AppBody & { tokens: number }>('DELETE', `/user/oauth-apps/${app.id}`),
        exchange(crier, app, code),
      ]);
      expect(deleted.status).toBe(200);
      expect([200, 400, 401]).toContain(exchanged.status);
      if (exchanged.status === 200) {
        expect([deleted.body.tokens, await works(exchanged.body.access_token)]).toEqual([1, false]);
      }
      expect(
        await sql(crier, 'select 1 from oauth_token where app_id = $1 and revoked_at is null', [app.id]),
      ).toEqual([]);
    }
  });

  it('are managed by admins, of their own organisation only', async () => {
    const app = await registerApp(ada);
    const mia = await addPerson(crier, { name: 'Mia', role: 'member' });
    const ben = await addPerson(crier, {
      name: 'Ben',
      organizationId: (await crier.anotherOrganization()).id,
    });
    const calls: [string, string, object?][] = [
      ['GET', `/user/oauth-apps/${app.id}`],
      ['PUT', `/user/oauth-apps/${app.id}`, { name: 'Mine' }],
      ['POST', `/user/oauth-apps/${app.id}/rotate-secret`],
      ['DELETE', `/user/oauth-apps/${app.id}`],
    ];
    for (const [method, path, body] of calls) {
      expect(refusal(await mia.call<ErrorBody>(method, path, { body }))).toEqual({
        status: 403,
        code: 'insufficient_role',
      });
      expect(refusal(await ben.call<ErrorBody>(method, path, { body }))).toEqual({
        status: 403,
        code: 'foreign_resource',
      });
      expect(refusal(await ada.call<ErrorBody>(method, path.replace(app.id, UNKNOWN_ID), { body }))).toEqual({
        status: 404,
        code: 'app_not_found',
      });
      expect(refusal(await ada.call<ErrorBody>(method, path.replace(app.id, 'x'), { body }))).toEqual({
        status: 400,
        code: 'invalid_id',
      });
      expect(
        refusal(
          await callApp<ErrorBody>(
            crier,
            { method, path },
            { body, headers: { authorization: crier.apiKey } },
          ),
        ),
      ).toEqual({ status: 401, code: 'not_signed_in' });
    }
    expect((await ben.call('GET', '/user/oauth-apps')).body).toEqual([]);
    expect((await mia.call('GET', '/user/oauth-apps')).status).toBe(403);
    expect(
      (await mia.call('POST', '/user/oauth-apps', { body: { name: 'Bot', redirectUrl: REDIRECT } })).status,
    ).toBe(403);
  });

  it('appear to existing clients as one app: the oldest', async () => {
    const ben = await addPerson(crier, {
      name: 'Ben',
      organizationId: (await crier.anotherOrganization()).id,
    });
    const call = <T = AppBody>(method: string, path = '', body?: object): Promise<Answer<T>> =>
      ben.call<T>(method, `/user/oauth-app${path}`, { body });
    expect((await call<unknown>('GET')).body).toBe(false);
    for (const [method, path] of [
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/rotate-secret'],
    ] as const) {
      expect(refusal(await call(method, path, {}))).toEqual({ status: 404, code: 'app_not_found' });
    }
    const first = await call('POST', '', { name: 'First', redirectUrl: REDIRECT });
    expect([first.status, first.body.clientSecret.slice(0, 4)]).toEqual([201, 'pcs_']);
    expect(refusal(await call('POST', '', { name: 'Second', redirectUrl: REDIRECT }))).toEqual({
      status: 400,
      code: 'app_exists',
    });
    await registerApp(ben, { name: 'Second' });
    expect((await call('GET')).body).toMatchObject({ id: first.body.id, name: 'First' });
    expect((await call('PUT', '', { description: 'x' })).body).toMatchObject({
      id: first.body.id,
      description: 'x',
    });
    expect((await call('POST', '/rotate-secret')).status).toBe(201);
    expect((await call('DELETE')).body).toEqual({ success: true, tokens: 0 });
    expect((await call('GET')).body.name).toBe('Second');
  });
});
