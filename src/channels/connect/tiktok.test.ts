/** Connecting an account on TikTok, through TikTok's page of consent. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { refusal, sql } from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { startTikTok, type TikTok } from '../../test/networks/tiktok/server.ts';
import { addPerson, type TestPerson } from '../../test/person.ts';
import { connectUrl, finish, press } from './fixtures/browser.ts';

const PUBLIC = 'https://crier.example';
const REDIRECT = `${PUBLIC}/integrations/social/tiktok`;
let tiktok: TikTok;
let crier: TestInstance;
let ada: TestPerson;

beforeAll(async () => {
  tiktok = await startTikTok({ redirectUris: [REDIRECT] });
  tiktok.createAccount('heidi', { displayName: "Heidi's bakery" });
  crier = await startInstance({
    temporal: false,
    env: {
      FRONTEND_URL: PUBLIC,
      TIKTOK_API_URL: tiktok.url,
      TIKTOK_CLIENT_ID: tiktok.client.id,
      TIKTOK_CLIENT_SECRET: tiktok.client.secret,
    },
  });
  ada = await addPerson(crier);
});
afterAll(async () => {
  await crier?.stop();
  await tiktok?.stop();
});

const connect = async (button = 'Authorize as heidi'): ReturnType<typeof finish> =>
  finish(ada, 'tiktok', (await press(await connectUrl(ada, 'tiktok'), button)).query);

describe('connecting a channel on TikTok', () => {
  it('asks for what is used, and ends with a channel whose token lives for two hours', async () => {
    const url = new URL(await connectUrl(ada, 'tiktok'));
    expect(`${url.origin}${url.pathname}`).toBe(`${tiktok.url}/v2/auth/authorize/`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_key: tiktok.client.id,
      redirect_uri: REDIRECT,
      response_type: 'code',
      scope: 'user.info.basic,user.info.profile,user.info.stats,video.list,video.publish,video.upload',
      state: expect.stringMatching(/^[A-Za-z0-9_-]{43,}$/),
    });
    const { status, body, text } = await connect();
    expect([status, body.channel?.name, body.channel?.identifier]).toEqual([201, "Heidi's bakery", 'tiktok']);
    expect(text).not.toMatch(/token|secret/i);
    const [row] = await sql<{ minutes: number }>(
      crier,
      'select ceil(extract(epoch from expires_at - now()) / 60)::int as minutes from integration',
    );
    expect(row?.minutes).toBe(120);
    expect((await connect()).body.channel).toEqual({ ...body.channel, reconnected: true });
  });

  it("is refused with TikTok's message when the person cancels or the code is invalid", async () => {
    const denied = await connect('Cancel');
    expect([refusal(denied), denied.body.message]).toEqual([
      { status: 400, code: 'connect_denied' },
      'TikTok: User canceled the authorization',
    ]);
    const state = new URL(await connectUrl(ada, 'tiktok')).searchParams.get('state') ?? '';
    const refused = await finish(ada, 'tiktok', { state, code: 'made-up' });
    expect([refusal(refused), refused.body.message]).toEqual([
      { status: 400, code: 'connect_denied' },
      expect.stringContaining('Authorization code is expired.'),
    ]);
  });
});
