/** Connecting a location of Google Business Profile, through Google's page of consent. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { refusal, sql } from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { startGmb, type Gmb } from '../../test/networks/gmb/server.ts';
import { addPerson, type TestPerson } from '../../test/person.ts';
import { connectUrl, finish, press } from './fixtures/browser.ts';

const PUBLIC = 'https://crier.example';
const REDIRECT = `${PUBLIC}/integrations/social/gmb`;
let google: Gmb;
let crier: TestInstance;
let ada: TestPerson;

beforeAll(async () => {
  google = await startGmb({ redirectUris: [REDIRECT] });
  google.createOwner('Grace', ['Bakery', 'Florist']);
  crier = await startInstance({
    temporal: false,
    env: {
      FRONTEND_URL: PUBLIC,
      GOOGLE_GMB_API_URL: google.url,
      GOOGLE_GMB_CLIENT_ID: google.client.id,
      GOOGLE_GMB_CLIENT_SECRET: google.client.secret,
    },
  });
  ada = await addPerson(crier);
});
afterAll(async () => {
  await crier?.stop();
  await google?.stop();
});

const connect = async (button: string): ReturnType<typeof finish> =>
  finish(ada, 'gmb', (await press(await connectUrl(ada, 'gmb'), button)).query);

describe('connecting a channel on Google Business Profile', () => {
  it('asks for what is used, and offers every location of the person', async () => {
    const url = new URL(await connectUrl(ada, 'gmb'));
    expect(`${url.origin}${url.pathname}`).toBe(`${google.url}/o/oauth2/v2/auth`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: google.client.id,
      redirect_uri: REDIRECT,
      scope: 'https://www.googleapis.com/auth/business.manage',
      state: expect.stringMatching(/^[A-Za-z0-9_-]{43,}$/),
      access_type: 'offline',
      prompt: 'consent select_account',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    const { body, text } = await connect('Allow as Grace');
    expect(body.choose?.accounts.map(({ name }) => name)).toEqual(['Bakery', 'Florist']);
    expect(text).not.toMatch(/token|secret/i);
  });

  it('is connected at once where there is one location, with a token of an hour', async () => {
    google.createOwner('Heidi', ['Garage']);
    const { status, body } = await connect('Allow as Heidi');
    expect([status, body.channel?.name, body.channel?.identifier]).toEqual([201, 'Garage', 'gmb']);
    const [row] = await sql<{ minutes: number }>(
      crier,
      'select ceil(extract(epoch from expires_at - now()) / 60)::int as minutes from integration',
    );
    expect(row?.minutes).toBe(60);
  });

  it("is refused with Google's message when the person cancels or the code is invalid", async () => {
    const denied = await connect('Cancel');
    expect([refusal(denied), denied.body.message]).toEqual([
      { status: 400, code: 'connect_denied' },
      expect.stringContaining('access_denied'),
    ]);
    const state = new URL(await connectUrl(ada, 'gmb')).searchParams.get('state') ?? '';
    const refused = await finish(ada, 'gmb', { state, code: 'made-up' });
    expect([refusal(refused), refused.body.message]).toEqual([
      { status: 400, code: 'connect_denied' },
      expect.stringContaining('Malformed auth code.'),
    ]);
  });
});
