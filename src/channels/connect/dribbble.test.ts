/** Connecting an account on Dribbble, through Dribbble's page of consent. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { refusal, sql } from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { startDribbble, type Dribbble } from '../../test/networks/dribbble/server.ts';
import { addPerson, type TestPerson } from '../../test/person.ts';
import { connectUrl, finish, press } from './fixtures/browser.ts';

const PUBLIC = 'https://crier.example';
const REDIRECT = `${PUBLIC}/integrations/social/dribbble`;
let dribbble: Dribbble;
let crier: TestInstance;
let ada: TestPerson;

beforeAll(async () => {
  dribbble = await startDribbble({ redirectUris: [REDIRECT] });
  dribbble.createAccount('heidi', { name: 'Heidi' });
  crier = await startInstance({
    temporal: false,
    env: {
      FRONTEND_URL: PUBLIC,
      DRIBBBLE_API_URL: dribbble.url,
      DRIBBBLE_CLIENT_ID: dribbble.client.id,
      DRIBBBLE_CLIENT_SECRET: dribbble.client.secret,
    },
  });
  ada = await addPerson(crier);
});
afterAll(async () => {
  await crier?.stop();
  await dribbble?.stop();
});

const connect = async (button = 'Authorize as heidi'): ReturnType<typeof finish> =>
  finish(ada, 'dribbble', (await press(await connectUrl(ada, 'dribbble'), button)).query);

describe('connecting a channel on Dribbble', () => {
  it('asks for what is used, and ends with a channel whose access does not end', async () => {
    const url = new URL(await connectUrl(ada, 'dribbble'));
    expect(`${url.origin}${url.pathname}`).toBe(`${dribbble.url}/oauth/authorize`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: dribbble.client.id,
      redirect_uri: REDIRECT,
      response_type: 'code',
      scope: 'public upload',
      state: expect.stringMatching(/^[A-Za-z0-9_-]{43,}$/),
    });
    const { status, body, text } = await connect();
    expect([status, body.channel?.name, body.channel?.identifier]).toEqual([201, 'Heidi', 'dribbble']);
    expect(text).not.toMatch(/token|secret/i);
    const rows = await sql(crier, 'select expires_at as "expiresAt" from integration');
    expect(rows).toEqual([{ expiresAt: null }]);
    expect((await connect()).body.channel).toEqual({ ...body.channel, reconnected: true });
  });

  it("is refused with Dribbble's message when the person cancels or the code is invalid", async () => {
    const denied = await connect('Deny');
    expect([refusal(denied), denied.body.message]).toEqual([
      { status: 400, code: 'connect_denied' },
      'Dribbble: The resource owner or authorization server denied the request.',
    ]);
    const state = new URL(await connectUrl(ada, 'dribbble')).searchParams.get('state') ?? '';
    const refused = await finish(ada, 'dribbble', { state, code: 'made-up' });
    expect([refusal(refused), refused.body.message]).toEqual([
      { status: 400, code: 'connect_denied' },
      expect.stringContaining('The provided authorization grant is invalid'),
    ]);
  });
});
