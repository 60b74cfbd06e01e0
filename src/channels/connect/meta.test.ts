/** Connecting Pages and Instagram accounts, through the pages of consent of Facebook and Instagram. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { refusal, sql } from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { startMeta, type Meta } from '../../test/networks/meta/server.ts';
import { addPerson, type TestPerson } from '../../test/person.ts';
import { connectUrl, finish, press } from './fixtures/browser.ts';

const PUBLIC = 'https://crier.example';
const NETWORKS = ['facebook', 'instagram', 'instagram-standalone'] as const;
type Name = (typeof NETWORKS)[number];
let meta: Meta;
let crier: TestInstance;
let ada: TestPerson;

beforeAll(async () => {
  meta = await startMeta({
    redirectUris: NETWORKS.map((name) => `${PUBLIC}/integrations/social/${name}`),
    limits: { posts: 50 },
  });
  const grace = meta.createPerson('Grace');
  meta.createPage(grace, 'Cafe Ada', 'cafe.ada');
  meta.createPage(grace, 'Bakery');
  meta.createPage(grace, 'Market', 'market');
  meta.createAccount('judy');
  const { id, secret } = meta.client;
  crier = await startInstance({
    temporal: false,
    env: {
      FRONTEND_URL: PUBLIC,
      FACEBOOK_API_URL: meta.url,
      FACEBOOK_APP_ID: id,
      FACEBOOK_APP_SECRET: secret,
      INSTAGRAM_API_URL: meta.url,
      INSTAGRAM_APP_ID: id,
      INSTAGRAM_APP_SECRET: secret,
    },
  });
  ada = await addPerson(crier);
});
afterAll(async () => {
  await crier?.stop();
  await meta?.stop();
});

const connect = async (name: Name, button: string): ReturnType<typeof finish> =>
  finish(ada, name, (await press(await connectUrl(ada, name), button)).query);

describe('connecting a channel on Facebook', () => {
  it('asks for what is used, and offers every Page on which the person may publish', async () => {
    const url = new URL(await connectUrl(ada, 'facebook'));
    expect(`${url.origin}${url.pathname}`).toBe(`${meta.url}/v26.0/dialog/oauth`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: meta.client.id,
      redirect_uri: `${PUBLIC}/integrations/social/facebook`,
      response_type: 'code',
      scope:
        'pages_show_list,pages_manage_posts,pages_manage_engagement,pages_read_engagement,pages_read_user_content,read_insights,business_management',
      state: expect.stringMatching(/^[A-Za-z0-9]{43,}$/),
    });
    const { body, text } = await connect('facebook', 'Continue as Grace');
    expect(body.choose?.accounts.map(({ name }) => name)).toEqual(['Cafe Ada', 'Bakery', 'Market']);
    expect(text).not.toMatch(/token|secret/i);
  });

  it('offers the Instagram accounts of the Pages that have one', async () => {
    const { body } = await connect('instagram', 'Continue as Grace');
    expect(body.choose?.accounts.map(({ name }) => name)).toEqual(['cafe.ada', 'market']);
  });

  it('is refused with the names of permissions that the person took out of the dialog', async () => {
    meta.withhold('pages_manage_posts');
    const refused = await connect('facebook', 'Continue as Grace');
    expect([refusal(refused), refused.body.message]).toEqual([
      { status: 400, code: 'connect_denied' },
      expect.stringContaining('did not grant pages_manage_posts'),
    ]);
  });

  it("is refused with Facebook's message when the person cancels or the code is invalid", async () => {
    const denied = await connect('facebook', 'Cancel');
    expect([refusal(denied), denied.body.message]).toEqual([
      { status: 400, code: 'connect_denied' },
      expect.stringContaining('Permissions error'),
    ]);
    const state = new URL(await connectUrl(ada, 'facebook')).searchParams.get('state') ?? '';
    const refused = await finish(ada, 'facebook', { state, code: 'made-up' });
    expect([refusal(refused), refused.body.message]).toEqual([
      { status: 400, code: 'connect_denied' },
      expect.stringContaining('Invalid verification code'),
    ]);
  });
});

describe('connecting a channel on Instagram', () => {
  it('ends with a channel of the professional account, whose token lives for 60 days', async () => {
    const { status, body, text } = await connect('instagram-standalone', 'Allow as judy');
    expect([status, body.channel?.name, body.channel?.identifier]).toEqual([
      201,
      'judy',
      'instagram-standalone',
    ]);
    expect(text).not.toMatch(/token|secret/i);
    const [row] = await sql<{ days: number; details: object }>(
      crier,
      "select extract(day from expires_at - now())::int as days, details from integration where provider = 'instagram-standalone'",
    );
    expect(row).toMatchObject({ days: 59, details: { postLimit: { posts: 50 } } });
    expect((await connect('instagram-standalone', 'Allow as judy')).body.channel).toEqual({
      ...body.channel,
      reconnected: true,
    });
  });
});

describe('trying an app of Meta before it is stored', () => {
  const tried = async (name: Name, clientId: string, clientSecret: string): Promise<unknown> =>
    (await ada.call('POST', `/integrations/providers/${name}/app/try`, { body: { clientId, clientSecret } }))
      .body;

  it.each(NETWORKS)('reports what is wrong on %s: nothing, or the secret', async (name) => {
    const { id, secret } = meta.client;
    expect(await tried(name, id, secret)).toEqual({ state: 'accepted', field: null, reason: null });
    expect(await tried(name, id, 'another-secret')).toMatchObject({
      state: 'refused',
      field: 'clientSecret',
      reason: expect.stringContaining('Error validating client secret'),
    });
  });

  it('notices the ID of the Meta app in place of that for Instagram', async () => {
    expect(await tried('instagram-standalone', '1234567890', meta.client.secret)).toMatchObject({
      state: 'refused',
      field: 'clientId',
      reason: expect.stringContaining('Invalid platform app'),
    });
  });
});
