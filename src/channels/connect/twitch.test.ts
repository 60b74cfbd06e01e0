/** Connecting a channel on Twitch, through Twitch's page of consent. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { refusal, sql } from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { startTwitch, type Twitch } from '../../test/networks/twitch/server.ts';
import { addPerson, type TestPerson } from '../../test/person.ts';
import { connectUrl, finish, press } from './fixtures/browser.ts';

const PUBLIC = 'https://crier.example';
const REDIRECT = `${PUBLIC}/integrations/social/twitch`;
let twitch: Twitch;
let crier: TestInstance;
let ada: TestPerson;

beforeAll(async () => {
  twitch = await startTwitch({ redirectUris: [REDIRECT] });
  twitch.createAccount('heidi', { displayName: 'Heidi' });
  crier = await startInstance({
    temporal: false,
    env: {
      FRONTEND_URL: PUBLIC,
      TWITCH_API_URL: twitch.url,
      TWITCH_CLIENT_ID: twitch.client.id,
      TWITCH_CLIENT_SECRET: twitch.client.secret,
    },
  });
  ada = await addPerson(crier);
});
afterAll(async () => {
  await crier?.stop();
  await twitch?.stop();
});

const connect = async (button = 'Authorize as heidi'): ReturnType<typeof finish> =>
  finish(ada, 'twitch', (await press(await connectUrl(ada, 'twitch'), button)).query);

describe('connecting a channel on Twitch', () => {
  it('asks for what is used, and ends with a channel whose access is looked at within the hour', async () => {
    const url = new URL(await connectUrl(ada, 'twitch'));
    expect(`${url.origin}${url.pathname}`).toBe(`${twitch.url}/oauth2/authorize`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: twitch.client.id,
      redirect_uri: REDIRECT,
      response_type: 'code',
      scope: 'user:write:chat moderator:manage:announcements',
      force_verify: 'true',
      state: expect.stringMatching(/^[A-Za-z0-9_-]{43,}$/),
    });
    const { status, body, text } = await connect();
    expect([status, body.channel?.name, body.channel?.identifier]).toEqual([201, 'Heidi', 'twitch']);
    expect(text).not.toMatch(/token|secret/i);
    const [row] = await sql<{ minutes: number }>(
      crier,
      'select ceil(extract(epoch from expires_at - now()) / 60)::int as minutes from integration',
    );
    expect(row?.minutes).toBe(60);
    expect((await connect()).body.channel).toEqual({ ...body.channel, reconnected: true });
  });

  it("is refused with Twitch's message when the person cancels or the code is invalid", async () => {
    const denied = await connect('Cancel');
    expect([refusal(denied), denied.body.message]).toEqual([
      { status: 400, code: 'connect_denied' },
      'Twitch: The user denied you access',
    ]);
    const state = new URL(await connectUrl(ada, 'twitch')).searchParams.get('state') ?? '';
    const refused = await finish(ada, 'twitch', { state, code: 'made-up' });
    expect([refusal(refused), refused.body.message]).toEqual([
      { status: 400, code: 'connect_denied' },
      expect.stringContaining('Invalid authorization code'),
    ]);
  });
});
