/** Connecting an account on Pinterest, through Pinterest's page of consent. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { refusal, sql } from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { startPinterest, type Pinterest } from '../../test/networks/pinterest/server.ts';
import { addPerson, type TestPerson } from '../../test/person.ts';
import { connectUrl, finish, press } from './fixtures/browser.ts';

const PUBLIC = 'https://crier.example';
const REDIRECT = `${PUBLIC}/integrations/social/pinterest`;
let pinterest: Pinterest;
let crier: TestInstance;
let ada: TestPerson;

beforeAll(async () => {
  pinterest = await startPinterest({ redirectUris: [REDIRECT] });
  pinterest.createAccount('heidi', { businessName: "Heidi's bakery" });
  crier = await startInstance({
    temporal: false,
    env: {
      FRONTEND_URL: PUBLIC,
      PINTEREST_API_URL: pinterest.url,
      PINTEREST_CLIENT_ID: pinterest.client.id,
      PINTEREST_CLIENT_SECRET: pinterest.client.secret,
    },
  });
  ada = await addPerson(crier);
});
afterAll(async () => {
  await crier?.stop();
  await pinterest?.stop();
});

const connect = async (button = 'Give access as heidi'): ReturnType<typeof finish> =>
  finish(ada, 'pinterest', (await press(await connectUrl(ada, 'pinterest'), button)).query);

describe('connecting a channel on Pinterest', () => {
  it('asks for what is used, and ends with a channel whose token lives for 30 days', async () => {
    const url = new URL(await connectUrl(ada, 'pinterest'));
    expect(`${url.origin}${url.pathname}`).toBe(`${pinterest.url}/oauth/`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: pinterest.client.id,
      redirect_uri: REDIRECT,
      response_type: 'code',
      scope: 'boards:read,boards:write,pins:read,pins:write,user_accounts:read',
      state: expect.stringMatching(/^[A-Za-z0-9_-]{43,}$/),
    });
    const { status, body, text } = await connect();
    expect([status, body.channel?.name, body.channel?.identifier]).toEqual([
      201,
      "Heidi's bakery",
      'pinterest',
    ]);
    expect(text).not.toMatch(/token|secret/i);
    const [row] = await sql<{ hours: number }>(
      crier,
      'select ceil(extract(epoch from expires_at - now()) / 3600)::int as hours from integration',
    );
    expect(row?.hours).toBe(30 * 24);
    expect((await connect()).body.channel).toEqual({ ...body.channel, reconnected: true });
  });

  it("is refused with Pinterest's message when the person cancels or the code is invalid", async () => {
    const denied = await connect('Cancel');
    expect([refusal(denied), denied.body.message]).toEqual([
      { status: 400, code: 'connect_denied' },
      expect.stringContaining('access_denied'),
    ]);
    const state = new URL(await connectUrl(ada, 'pinterest')).searchParams.get('state') ?? '';
    const refused = await finish(ada, 'pinterest', { state, code: 'made-up' });
    expect([refusal(refused), refused.body.message]).toEqual([
      { status: 400, code: 'connect_denied' },
      expect.stringContaining('Invalid or expired authorization code.'),
    ]);
  });
});
