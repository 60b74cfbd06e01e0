/** Connecting an account on Whop, whose apps have no secret. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { refusal, sql } from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { startWhop, type Whop } from '../../test/networks/whop/server.ts';
import { addPerson, type TestPerson } from '../../test/person.ts';
import { connectUrl, finish, press } from './fixtures/browser.ts';

const PUBLIC = 'https://crier.example';
const REDIRECT = `${PUBLIC}/integrations/social/whop`;
let whop: Whop;
let crier: TestInstance;
let ada: TestPerson;

beforeAll(async () => {
  whop = await startWhop({ redirectUris: [REDIRECT] });
  whop.createPerson('heidi', { name: 'Heidi' });
  crier = await startInstance({
    temporal: false,
    env: { FRONTEND_URL: PUBLIC, WHOP_API_URL: whop.url, WHOP_CLIENT_ID: whop.client.id },
  });
  ada = await addPerson(crier);
});
afterAll(async () => {
  await crier?.stop();
  await whop?.stop();
});

const connect = async (button = 'Authorize as heidi', person = ada): ReturnType<typeof finish> =>
  finish(person, 'whop', (await press(await connectUrl(person, 'whop'), button)).query);
const shownApp = async (person: TestPerson) =>
  (
    await person.call<{ identifier: string; ready: boolean; missing: string[]; app: object }[]>(
      'GET',
      '/integrations/providers',
    )
  ).body.find(({ identifier }) => identifier === 'whop');

describe('connecting a channel on Whop', () => {
  it('asks for what is used, with PKCE and a nonce, and ends with a channel whose token lives an hour', async () => {
    const url = new URL(await connectUrl(ada, 'whop'));
    expect(`${url.origin}${url.pathname}`).toBe(`${whop.url}/oauth/authorize`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: whop.client.id,
      redirect_uri: REDIRECT,
      scope: 'openid profile company:basic:read forum:read forum:post:create',
      state: expect.stringMatching(/^[A-Za-z0-9_-]{43,}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    const { status, body, text } = await connect();
    expect([status, body.channel?.name, body.channel?.identifier]).toEqual([201, 'Heidi', 'whop']);
    expect(text).not.toMatch(/token|secret/i);
    expect(
      await sql(
        crier,
        'select ceil(extract(epoch from expires_at - now()) / 60)::int as minutes from integration',
      ),
    ).toEqual([{ minutes: 60 }]);
    expect((await connect()).body.channel).toEqual({ ...body.channel, reconnected: true });
  });

  it("is refused with Whop's message when the person declines or the code is invalid", async () => {
    const denied = await connect('Deny');
    expect([refusal(denied), denied.body.message]).toEqual([
      { status: 400, code: 'connect_denied' },
      'Whop: The user denied the request',
    ]);
    const state = new URL(await connectUrl(ada, 'whop')).searchParams.get('state') ?? '';
    const refused = await finish(ada, 'whop', { state, code: 'made-up' });
    expect([refusal(refused), refused.body.message]).toEqual([
      { status: 400, code: 'connect_denied' },
      expect.stringContaining('The authorization code is invalid or has expired'),
    ]);
  });
});

describe("an organisation's own app on a network of public clients", () => {
  it('has an id and no secret, and takes none', async () => {
    const bare = await startInstance({
      temporal: false,
      env: { FRONTEND_URL: PUBLIC, WHOP_API_URL: whop.url },
    });
    const grace = await addPerson(bare);
    expect(await shownApp(grace)).toMatchObject({
      ready: false,
      missing: ['WHOP_CLIENT_ID'],
      app: { source: 'none', hasSecret: false },
    });
    const set = (body: object) => grace.call('PUT', '/integrations/providers/whop/app', { body });
    const refused = await set({ clientId: whop.client.id, clientSecret: 'made-up' });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('only public clients')]);
    expect((await set({ clientId: whop.client.id })).status).toBe(200);
    expect(await shownApp(grace)).toMatchObject({
      ready: true,
      app: { source: 'organization', clientId: whop.client.id, hasSecret: false },
    });
    expect((await connect('Authorize as heidi', grace)).body.channel?.name).toBe('Heidi');
    const slack = await grace.call('PUT', '/integrations/providers/slack/app', { body: { clientId: '1.2' } });
    expect([slack.status, slack.text]).toEqual([400, expect.stringContaining('clientSecret')]);
    await bare.stop();
  });
});
