/** Connecting a blog on Tumblr, through Tumblr's page of consent. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { refusal, sql } from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { startTumblr, type Tumblr } from '../../test/networks/tumblr/server.ts';
import { addPerson, type TestPerson } from '../../test/person.ts';
import { connectUrl, finish, press } from './fixtures/browser.ts';

const PUBLIC = 'https://crier.example';
const REDIRECT = `${PUBLIC}/integrations/social/tumblr`;
let tumblr: Tumblr;
let crier: TestInstance;
let ada: TestPerson;

beforeAll(async () => {
  tumblr = await startTumblr({ redirectUris: [REDIRECT] });
  tumblr.createAccount('grace');
  crier = await startInstance({
    temporal: false,
    env: {
      FRONTEND_URL: PUBLIC,
      TUMBLR_API_URL: tumblr.url,
      TUMBLR_CLIENT_ID: tumblr.client.id,
      TUMBLR_CLIENT_SECRET: tumblr.client.secret,
    },
  });
  ada = await addPerson(crier);
});
afterAll(async () => {
  await crier?.stop();
  await tumblr?.stop();
});

const connect = async (button = 'Allow as grace'): ReturnType<typeof finish> =>
  finish(ada, 'tumblr', (await press(await connectUrl(ada, 'tumblr'), button)).query);

describe('connecting a channel on Tumblr', () => {
  it('asks for what is used, and ends with a channel whose token lives for 42 minutes', async () => {
    const url = new URL(await connectUrl(ada, 'tumblr'));
    expect(`${url.origin}${url.pathname}`).toBe(`${tumblr.url}/oauth2/authorize`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: tumblr.client.id,
      redirect_uri: REDIRECT,
      response_type: 'code',
      scope: 'write offline_access',
      state: expect.stringMatching(/^[A-Za-z0-9_-]{43,}$/),
    });
    const { status, body, text } = await connect();
    expect([status, body.channel?.name, body.channel?.identifier]).toEqual([201, 'The grace blog', 'tumblr']);
    expect(text).not.toMatch(/token|secret/i);
    const [row] = await sql<{ minutes: number }>(
      crier,
      'select ceil(extract(epoch from expires_at - now()) / 60)::int as minutes from integration',
    );
    expect(row?.minutes).toBe(42);
    expect((await connect()).body.channel).toEqual({ ...body.channel, reconnected: true });
  });

  it("is refused with Tumblr's message when the person denies it or the code is invalid", async () => {
    const denied = await connect('Deny');
    expect([refusal(denied), denied.body.message]).toEqual([
      { status: 400, code: 'connect_denied' },
      'Tumblr: access_denied',
    ]);
    const state = new URL(await connectUrl(ada, 'tumblr')).searchParams.get('state') ?? '';
    const refused = await finish(ada, 'tumblr', { state, code: 'made-up' });
    expect([refusal(refused), refused.body.message]).toEqual([
      { status: 400, code: 'connect_denied' },
      expect.stringContaining('Authorization code is invalid'),
    ]);
  });
});
