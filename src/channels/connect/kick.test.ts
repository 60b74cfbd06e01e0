/** Connecting a channel on Kick, through Kick's page of consent. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { refusal, sql } from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { startKick, type Kick } from '../../test/networks/kick/server.ts';
import { addPerson, type TestPerson } from '../../test/person.ts';
import { connectUrl, finish, press } from './fixtures/browser.ts';

const PUBLIC = 'https://crier.example';
const REDIRECT = `${PUBLIC}/integrations/social/kick`;
let kick: Kick;
let crier: TestInstance;
let ada: TestPerson;

beforeAll(async () => {
  kick = await startKick({ redirectUris: [REDIRECT] });
  kick.createAccount('heidi');
  crier = await startInstance({
    temporal: false,
    env: {
      FRONTEND_URL: PUBLIC,
      KICK_API_URL: kick.url,
      KICK_CLIENT_ID: kick.client.id,
      KICK_SECRET: kick.client.secret,
    },
  });
  ada = await addPerson(crier);
});
afterAll(async () => {
  await crier?.stop();
  await kick?.stop();
});

const connect = async (button = 'Allow access as heidi'): ReturnType<typeof finish> =>
  finish(ada, 'kick', (await press(await connectUrl(ada, 'kick'), button)).query);

describe('connecting a channel on Kick', () => {
  it('asks for what is used, and ends with a channel whose token lives for two hours', async () => {
    const url = new URL(await connectUrl(ada, 'kick'));
    expect(`${url.origin}${url.pathname}`).toBe(`${kick.url}/oauth/authorize`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: kick.client.id,
      redirect_uri: REDIRECT,
      response_type: 'code',
      scope: 'user:read channel:read chat:write moderation:chat_message:manage',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[A-Za-z0-9_-]{43,}$/),
    });
    const { status, body, text } = await connect();
    expect([status, body.channel?.name, body.channel?.identifier]).toEqual([201, 'heidi', 'kick']);
    expect(text).not.toMatch(/token|secret/i);
    const [row] = await sql<{ minutes: number }>(
      crier,
      'select ceil(extract(epoch from expires_at - now()) / 60)::int as minutes from integration',
    );
    expect(row?.minutes).toBe(120);
    expect((await connect()).body.channel).toEqual({ ...body.channel, reconnected: true });
  });

  it('is refused when the person cancels or the code is invalid', async () => {
    const denied = await connect('Deny');
    expect([refusal(denied), denied.body.message]).toEqual([
      { status: 400, code: 'connect_denied' },
      expect.stringContaining('access_denied'),
    ]);
    const state = new URL(await connectUrl(ada, 'kick')).searchParams.get('state') ?? '';
    const refused = await finish(ada, 'kick', { state, code: 'made-up' });
    expect([refusal(refused), refused.body.message]).toEqual([
      { status: 400, code: 'connect_denied' },
      expect.stringContaining('Invalid request'),
    ]);
  });
});
