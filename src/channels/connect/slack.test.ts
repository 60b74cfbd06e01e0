/** Connecting a Slack workspace, through its page of consent. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { startSlack, type Slack } from '../../test/networks/slack/server.ts';
import { countRows, refusal, sql, type ErrorBody } from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { addPerson, type TestPerson } from '../../test/person.ts';
import { connectUrl, finish, press } from './fixtures/browser.ts';

const PUBLIC = 'https://crier.example';
const REDIRECT = `${PUBLIC}/integrations/social/slack`;
const SCOPES = [
  'chat:write',
  'channels:read',
  'groups:read',
  'channels:history',
  'groups:history',
  'files:read',
  'files:write',
  'users:read',
  'channels:join',
  'reactions:read',
];
let slack: Slack;
let crier: TestInstance;
let ada: TestPerson;

const start = (env: Record<string, string>): Promise<TestInstance> =>
  startInstance({
    temporal: false,
    env: { FRONTEND_URL: PUBLIC, SLACK_API_URL: `${slack.url}/api`, ...env },
  });
const connect = async (button = 'admin'): ReturnType<typeof finish> =>
  finish(ada, 'slack', (await press(await connectUrl(ada, 'slack'), button)).query);

const shownTo = async (person: TestPerson): Promise<unknown> =>
  (await person.call<{ identifier: string; app: unknown }[]>('GET', '/integrations/providers')).body.find(
    ({ identifier }) => identifier === 'slack',
  )?.app;

beforeAll(async () => {
  slack = await startSlack({ redirectUris: [REDIRECT], limits: { tierFactor: 20 } });
  crier = await start({ SLACK_ID: slack.client.id, SLACK_SECRET: slack.client.secret });
  ada = await addPerson(crier);
});
beforeEach(() => sql(crier, 'delete from integration'));
afterAll(async () => {
  await crier?.stop();
  await slack?.stop();
});

describe('connecting a channel on Slack', () => {
  it('installs the app into the workspace and ends with a channel', async () => {
    const url = new URL(await connectUrl(ada, 'slack'));
    expect(`${url.origin}${url.pathname}`).toBe(`${slack.url}/oauth/v2/authorize`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: slack.client.id,
      redirect_uri: REDIRECT,
      scope: SCOPES.join(','),
      state: expect.stringMatching(/^[A-Za-z0-9]{43,}$/),
    });
    const back = await press(url.href, 'admin');
    expect([back.to, Object.keys(back.query).sort()]).toEqual([REDIRECT, ['code', 'state']]);
    const { status, body, text } = await finish(ada, 'slack', back.query);
    expect([status, body]).toEqual([
      201,
      {
        channel: {
          id: expect.any(String),
          name: expect.any(String),
          identifier: 'slack',
          picture: null,
          reconnected: false,
        },
        choose: null,
        approve: null,
      },
    ]);
    expect(text).not.toMatch(/xoxb|secret/);
    const channels = await crier.call('GET', '/integrations');
    expect(channels.body).toEqual([
      expect.objectContaining({ id: body.channel?.id, identifier: 'slack', refreshNeeded: false }),
    ]);
    expect(
      (
        await crier.call('POST', `/integration-trigger/${body.channel?.id}`, {
          body: { methodName: 'channels', data: {} },
        })
      ).status,
    ).toBe(201);
  });

  it('reconnects the channel of the same workspace', async () => {
    const first = (await connect()).body.channel;
    expect((await connect()).body.channel).toEqual({ ...first, reconnected: true });
    expect(await countRows(crier, 'integration')).toBe(1);
  });

  it("is refused with Slack's message when the person cancels or the code is invalid", async () => {
    const denied = await connect('Cancel');
    expect([refusal(denied), denied.body.message]).toEqual([
      { status: 400, code: 'connect_denied' },
      'Slack: access_denied',
    ]);
    const state = new URL(await connectUrl(ada, 'slack')).searchParams.get('state') ?? '';
    const refused = await finish(ada, 'slack', { state, code: 'made-up' });
    expect([refusal(refused), refused.body.message]).toEqual([
      { status: 400, code: 'connect_denied' },
      expect.stringContaining('invalid_code'),
    ]);
  });

  it("needs the operator's client registration, and names the missing variables", async () => {
    for (const [env, missing] of [
      [{}, 'SLACK_ID, SLACK_SECRET'],
      [{ SLACK_ID: '1.1' }, 'SLACK_SECRET'],
    ] as const) {
      const bare = await start(env);
      const answer = await (await addPerson(bare)).call<ErrorBody>('GET', '/social/slack');
      expect([refusal(answer), answer.body.message]).toEqual([
        { status: 400, code: 'provider_not_configured' },
        expect.stringMatching(new RegExp(`set ${missing}$`)),
      ]);
      expect(await countRows(bare, 'connect_state')).toBe(0);
      await bare.stop();
    }
  });

  it("uses an organisation's own app where it has one, which only its admins set", async () => {
    const bare = await start({});
    const admin = await addPerson(bare);
    const own = { clientId: slack.client.id, clientSecret: slack.client.secret };
    const shownApp = async (): Promise<unknown> =>
      (
        await admin.call<{ identifier: string; ready: boolean; app: unknown }[]>(
          'GET',
          '/integrations/providers',
        )
      ).body
        .filter(({ identifier }) => identifier === 'slack')
        .map(({ ready, app }) => ({ ready, app }));
    expect(await shownApp()).toMatchObject([
      {
        ready: false,
        app: {
          source: 'none',
          clientId: null,
          hasSecret: true,
          redirectUri: REDIRECT,
          entered: false,
          setup: { portal: 'https://api.slack.com/apps', redirectAt: 'OAuth & Permissions > Redirect URLs' },
        },
      },
    ]);
    const set = await admin.call('PUT', '/integrations/providers/slack/app', { body: own });
    expect([set.status, set.body]).toEqual([200, { success: true }]);
    expect(await shownApp()).toMatchObject([
      {
        ready: true,
        app: { source: 'organization', clientId: own.clientId, hasSecret: true, redirectUri: REDIRECT },
      },
    ]);
    const back = (await press(await connectUrl(admin, 'slack'), 'admin')).query;
    expect((await finish(admin, 'slack', back)).status).toBe(201);
    const stored = JSON.stringify([
      await sql(bare, 'select client_id, sealed_secret from organization_app'),
      await sql(bare, 'select kind, detail from audit_event'),
    ]);
    expect(stored).not.toContain(own.clientSecret);
    expect(stored).toContain('network_app_set');
    expect((await admin.call('DELETE', '/integrations/providers/slack/app')).status).toBe(200);
    expect((await admin.call('DELETE', '/integrations/providers/slack/app')).status).toBe(200);
    expect(await shownApp()).toMatchObject([{ ready: false, app: { source: 'none' } }]);
    await bare.stop();
  });

  it("uses the instance's app that the operator entered, without a restart, where an organisation has none", async () => {
    const bare = await start({});
    const operator = await addPerson(bare, { operator: true });
    const admin = await addPerson(bare);
    const body = { clientId: slack.client.id, clientSecret: slack.client.secret, scope: 'instance' };
    const path = '/integrations/providers/slack/app';
    expect(await admin.call<ErrorBody>('PUT', path, { body })).toMatchObject({
      status: 403,
      body: { code: 'insufficient_role' },
    });
    expect((await operator.call('PUT', path, { body })).status).toBe(200);
    expect(await shownTo(admin)).toMatchObject({ source: 'instance', entered: true, inEnvironment: false });
    const back = (await press(await connectUrl(admin, 'slack'), 'admin')).query;
    expect((await finish(admin, 'slack', back)).status).toBe(201);
    expect(JSON.stringify(await sql(bare, 'select * from provider_app'))).not.toContain(body.clientSecret);
    expect((await admin.call('DELETE', `${path}?scope=instance`)).status).toBe(403);
    expect((await operator.call('DELETE', `${path}?scope=instance`)).status).toBe(200);
    expect(await sql(bare, 'select 1 from provider_app')).toEqual([]);
    await bare.stop();
  });

  it('shows that an app that was entered is not used where the environment sets one', async () => {
    const operator = await addPerson(crier, { operator: true });
    const path = '/integrations/providers/slack/app';
    const body = { clientId: '1.2', clientSecret: 'entered-and-not-used', scope: 'instance' };
    expect((await operator.call('PUT', path, { body })).status).toBe(200);
    expect(await shownTo(operator)).toMatchObject({ source: 'instance', entered: true, inEnvironment: true });
    expect(new URL(await connectUrl(operator, 'slack')).searchParams.get('client_id')).toBe(slack.client.id);
    expect((await operator.call('DELETE', `${path}?scope=instance`)).status).toBe(200);
  });

  it('does not take a page of something in between for the word of the network', async () => {
    const server = http.createServer((_request, response) => {
      response.writeHead(403, { 'content-type': 'text/html' }).end('<h1>Access denied</h1>');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const between = await start({ SLACK_API_URL: `${url}/api` });
    const body = { clientId: '1.2', clientSecret: 'any-secret' };
    const { body: said } = await (
      await addPerson(between)
    ).call('POST', '/integrations/providers/slack/app/try', { body });
    expect(said).toMatchObject({ state: 'unknown', field: null });
    await between.stop();
    server.close();
  });

  it('tries an app before it is stored, and names what the network does not accept', async () => {
    const tried = async (clientId: string, clientSecret: string): Promise<unknown> =>
      (await ada.call('POST', '/integrations/providers/slack/app/try', { body: { clientId, clientSecret } }))
        .body;
    const { id, secret } = slack.client;
    expect(await tried(id, secret)).toEqual({ state: 'accepted', field: null, reason: null });
    expect(await tried('9.9', secret)).toMatchObject({ state: 'refused', field: 'clientId' });
    const wrong = await tried(id, 'another-secret');
    expect(wrong).toMatchObject({ state: 'refused', field: 'clientSecret' });
    expect(JSON.stringify(wrong)).not.toContain('another-secret');
  });

  it('takes no app for a network without one, nor an id that no vendor gives out', async () => {
    const set = (provider: string, clientId = '1.2') =>
      ada.call<ErrorBody>('PUT', `/integrations/providers/${provider}/app`, {
        body: { clientId, clientSecret: 'x' },
      });
    expect(await set('mastodon')).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect(await set('telegram')).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect(await set('slack', 'my app')).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'clientId' }] },
    });
  });

  it('reports a client secret that does not match, without quoting it', async () => {
    const wrong = await start({ SLACK_ID: slack.client.id, SLACK_SECRET: 'not-the-secret-of-the-app' });
    const ben = await addPerson(wrong);
    const answer = await finish(ben, 'slack', (await press(await connectUrl(ben, 'slack'), 'admin')).query);
    expect([refusal(answer), answer.body.message]).toEqual([
      { status: 400, code: 'connect_denied' },
      expect.stringContaining('bad_client_secret: SLACK_SECRET is not the secret'),
    ]);
    expect(answer.text).not.toContain('not-the-secret-of-the-app');
    await wrong.stop();
  });
});

describe('the stand-in for a Slack workspace', () => {
  const authorize = (changes: Record<string, string>): string =>
    `${slack.url}/oauth/v2/authorize?${new URLSearchParams({ client_id: slack.client.id, redirect_uri: REDIRECT, scope: 'chat:write', state: 's', ...changes })}`;
  const access = async (changes: Record<string, string>): Promise<unknown> => {
    const { code = '' } = (await press(authorize({}), 'admin')).query;
    const send = async (body: Record<string, string>): Promise<{ ok: boolean; error?: string }> =>
      (await (
        await fetch(`${slack.url}/api/oauth.v2.access`, { method: 'POST', body: new URLSearchParams(body) })
      ).json()) as { ok: boolean };
    const right = {
      client_id: slack.client.id,
      client_secret: slack.client.secret,
      code,
      redirect_uri: REDIRECT,
    };
    return [(await send({ ...right, ...changes })).error, (await send(right)).ok, (await send(right)).error];
  };

  it.each([
    ['an unknown app', { client_id: '2.2' }],
    ['a redirect URL that is not registered', { redirect_uri: `${REDIRECT}/` }],
    ['one without TLS', { redirect_uri: REDIRECT.replace('https', 'http') }],
    ['a scope that it does not have', { scope: 'chat:write,nonsense' }],
    ['no scope', { scope: '' }],
  ])('shows no page for %s', async (_, changes) => {
    expect([(await fetch(authorize(changes))).status, (await fetch(authorize({}))).status]).toEqual([
      400, 200,
    ]);
  });

  it.each([
    ['bad_client_secret', { client_secret: 'x' }],
    ['invalid_client_id', { client_id: '2.2' }],
    ['invalid_code', { code: 'x' }],
    ['bad_redirect_uri', { redirect_uri: PUBLIC }],
  ])('answers %s, without using up the code; a code is valid once', async (word, changes) => {
    expect(await access(changes)).toEqual([word, true, 'code_already_used']);
  });
});
