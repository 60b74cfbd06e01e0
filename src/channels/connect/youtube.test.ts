/** Connecting a channel on YouTube, through Google's page of consent. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { refusal, sql } from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { startYouTube, type YouTube } from '../../test/networks/youtube/server.ts';
import { addPerson, type TestPerson } from '../../test/person.ts';
import { connectUrl, finish, press } from './fixtures/browser.ts';

const PUBLIC = 'https://crier.example';
const REDIRECT = `${PUBLIC}/integrations/social/youtube`;
let youtube: YouTube;
let crier: TestInstance;
let ada: TestPerson;

beforeAll(async () => {
  youtube = await startYouTube({ redirectUris: [REDIRECT] });
  youtube.createOwner({ title: 'Cafe' });
  youtube.createOwner({ title: 'Viewer', channel: false });
  crier = await startInstance({
    temporal: false,
    env: {
      FRONTEND_URL: PUBLIC,
      YOUTUBE_API_URL: youtube.url,
      YOUTUBE_CLIENT_ID: youtube.client.id,
      YOUTUBE_CLIENT_SECRET: youtube.client.secret,
    },
  });
  ada = await addPerson(crier);
});
afterAll(async () => {
  await crier?.stop();
  await youtube?.stop();
});

const connect = async (button = 'Allow as Cafe'): ReturnType<typeof finish> =>
  finish(ada, 'youtube', (await press(await connectUrl(ada, 'youtube'), button)).query);

describe('connecting a channel on YouTube', () => {
  it('asks for one permission and for lasting access, and ends with a channel that is renewed each hour', async () => {
    const url = new URL(await connectUrl(ada, 'youtube'));
    expect(`${url.origin}${url.pathname}`).toBe(`${youtube.url}/o/oauth2/v2/auth`);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: youtube.client.id,
      redirect_uri: REDIRECT,
      response_type: 'code',
      scope: 'https://www.googleapis.com/auth/youtube',
      access_type: 'offline',
      code_challenge_method: 'S256',
    });
    const { status, body, text } = await connect();
    expect([status, body.channel?.name, body.channel?.identifier]).toEqual([201, 'Cafe', 'youtube']);
    expect(text).not.toMatch(/token|secret/i);
    const [row] = await sql<{ minutes: number }>(
      crier,
      'select ceil(extract(epoch from expires_at - now()) / 60)::int as minutes from integration',
    );
    expect(row?.minutes).toBe(60);
    expect((await connect()).body.channel).toEqual({ ...body.channel, reconnected: true });
  });

  it("is refused with Google's message when the person cancels or the code is invalid", async () => {
    const denied = await connect('Cancel');
    expect([refusal(denied), denied.body.message]).toEqual([
      { status: 400, code: 'connect_denied' },
      expect.stringContaining('access_denied'),
    ]);
    const state = new URL(await connectUrl(ada, 'youtube')).searchParams.get('state') ?? '';
    const refused = await finish(ada, 'youtube', { state, code: 'made-up' });
    expect([refusal(refused), refused.body.message]).toEqual([
      { status: 400, code: 'connect_denied' },
      expect.stringContaining('Malformed auth code.'),
    ]);
  });

  it('is refused for an account without a channel, and for a person who ticks no box', async () => {
    const without = await connect('Allow as Viewer');
    expect([refusal(without), without.body.message]).toEqual([
      { status: 400, code: 'connect_denied' },
      expect.stringContaining('has no YouTube channel'),
    ]);
    const nothing = await connect('Allow nothing as Cafe');
    expect([refusal(nothing), nothing.body.message]).toEqual([
      { status: 400, code: 'connect_denied' },
      expect.stringContaining('leave every box ticked'),
    ]);
  });
});
