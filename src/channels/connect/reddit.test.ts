/** Connecting a Reddit account, through Reddit's page of consent. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startReddit, type Reddit } from '../../test/networks/reddit/server.ts';
import { countRows, refusal, sql, type ErrorBody } from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { addPerson, type TestPerson } from '../../test/person.ts';
import { connectUrl, finish, press } from './fixtures/browser.ts';

const PUBLIC = 'https://crier.example';
const REDIRECT = `${PUBLIC}/integrations/social/reddit`;
const SCOPES = ['identity', 'read', 'submit', 'flair', 'history', 'edit'];
let reddit: Reddit;
let crier: TestInstance;
let ada: TestPerson;

const start = (env: Record<string, string>): Promise<TestInstance> =>
  startInstance({ temporal: false, env: { FRONTEND_URL: PUBLIC, REDDIT_API_URL: reddit.url, ...env } });
const connect = async (button = 'Allow as grace'): ReturnType<typeof finish> =>
  finish(ada, 'reddit', (await press(await connectUrl(ada, 'reddit'), button)).query);

beforeAll(async () => {
  reddit = await startReddit({ redirectUris: [REDIRECT] });
  reddit.createAccount('grace', 'https://styles.redditmedia.com/grace/icon.png?width=256&s=0');
  reddit.addSubreddit({ name: 'cafes' });
  crier = await start({ REDDIT_CLIENT_ID: reddit.client.id, REDDIT_CLIENT_SECRET: reddit.client.secret });
  ada = await addPerson(crier);
});
beforeEach(() => sql(crier, 'delete from integration'));
afterAll(async () => {
  await crier?.stop();
  await reddit?.stop();
});

describe('connecting a channel on Reddit', () => {
  it('asks for lasting access with the scopes that are used, and ends with a channel', async () => {
    const url = new URL(await connectUrl(ada, 'reddit'));
    expect(`${url.origin}${url.pathname}`).toBe(`${reddit.url}/api/v1/authorize`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: reddit.client.id,
      response_type: 'code',
      redirect_uri: REDIRECT,
      duration: 'permanent',
      scope: SCOPES.join(' '),
      state: expect.stringMatching(/^[A-Za-z0-9]{43,}$/),
    });
    const back = await press(url.href, 'Allow as grace');
    expect([back.to, Object.keys(back.query).sort()]).toEqual([REDIRECT, ['code', 'state']]);
    const { status, body, text } = await finish(ada, 'reddit', back.query);
    expect([status, body]).toEqual([
      201,
      {
        channel: {
          id: expect.any(String),
          name: 'grace',
          identifier: 'reddit',
          picture: expect.stringMatching(/icon\.png$/),
          reconnected: false,
        },
        choose: null,
        approve: null,
      },
    ]);
    expect(text).not.toMatch(/token|secret/i);
    const [row] = await sql<{ expires: boolean }>(
      crier,
      "select expires_at > now() + interval '23 hours' as expires from integration",
    );
    expect(row).toEqual({ expires: true });
    const answer = await crier.call('POST', `/integration-trigger/${body.channel?.id}`, {
      body: { methodName: 'subreddits', data: { word: 'cafe' } },
    });
    expect([answer.status, answer.body]).toEqual([
      201,
      { output: [expect.objectContaining({ id: 'cafes' })] },
    ]);
  });

  it('reconnects the channel of the same account', async () => {
    const first = (await connect()).body.channel;
    expect((await connect()).body.channel).toEqual({ ...first, reconnected: true });
    expect(await countRows(crier, 'integration')).toBe(1);
  });

  it("is refused with Reddit's message when the person declines or the code is invalid", async () => {
    const denied = await connect('Decline');
    expect([refusal(denied), denied.body.message]).toEqual([
      { status: 400, code: 'connect_denied' },
      'Reddit: access_denied',
    ]);
    const state = new URL(await connectUrl(ada, 'reddit')).searchParams.get('state') ?? '';
    const refused = await finish(ada, 'reddit', { state, code: 'made-up' });
    expect([refusal(refused), refused.body.message]).toEqual([
      { status: 400, code: 'connect_denied' },
      'Reddit: Reddit answered invalid_grant',
    ]);
  });

  it("needs the operator's client registration, and names the missing variables", async () => {
    const bare = await start({ REDDIT_CLIENT_ID: 'app' });
    const answer = await (await addPerson(bare)).call<ErrorBody>('GET', '/social/reddit');
    expect([refusal(answer), answer.body.message]).toEqual([
      { status: 400, code: 'provider_not_configured' },
      expect.stringMatching(/set REDDIT_CLIENT_SECRET$/),
    ]);
    await bare.stop();
  });

  it('reports a client secret that does not match, without quoting it', async () => {
    const wrong = await start({ REDDIT_CLIENT_ID: reddit.client.id, REDDIT_CLIENT_SECRET: 'not-the-secret' });
    const ben = await addPerson(wrong);
    const back = await press(await connectUrl(ben, 'reddit'), 'Allow as grace');
    const answer = await finish(ben, 'reddit', back.query);
    expect([refusal(answer), answer.body.message]).toEqual([
      { status: 400, code: 'connect_denied' },
      expect.stringContaining('REDDIT_CLIENT_ID and REDDIT_CLIENT_SECRET are not those of an app'),
    ]);
    expect(answer.text).not.toContain('not-the-secret');
    await wrong.stop();
  });
});
