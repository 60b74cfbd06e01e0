/** Connecting an account on Threads, through Threads' page of consent. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { refusal, sql } from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { startThreads, type Threads } from '../../test/networks/threads/server.ts';
import { addPerson, type TestPerson } from '../../test/person.ts';
import { connectUrl, finish, press } from './fixtures/browser.ts';

const PUBLIC = 'https://crier.example';
const REDIRECT = `${PUBLIC}/integrations/social/threads`;
let threads: Threads;
let crier: TestInstance;
let ada: TestPerson;

beforeAll(async () => {
  threads = await startThreads({ redirectUris: [REDIRECT] });
  threads.createAccount('grace');
  crier = await startInstance({
    temporal: false,
    env: {
      FRONTEND_URL: PUBLIC,
      THREADS_API_URL: threads.url,
      THREADS_APP_ID: threads.client.id,
      THREADS_APP_SECRET: threads.client.secret,
    },
  });
  ada = await addPerson(crier);
});
afterAll(async () => {
  await crier?.stop();
  await threads?.stop();
});

const connect = async (button = 'Continue as grace'): ReturnType<typeof finish> =>
  finish(ada, 'threads', (await press(await connectUrl(ada, 'threads'), button)).query);

describe('connecting a channel on Threads', () => {
  it('asks for what is used, and ends with a channel whose token lives for 60 days', async () => {
    const url = new URL(await connectUrl(ada, 'threads'));
    expect(`${url.origin}${url.pathname}`).toBe(`${threads.url}/oauth/authorize`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: threads.client.id,
      redirect_uri: REDIRECT,
      response_type: 'code',
      scope:
        'threads_basic,threads_content_publish,threads_read_replies,threads_manage_insights,threads_delete',
      state: expect.stringMatching(/^[A-Za-z0-9]{43,}$/),
    });
    const { status, body, text } = await connect();
    expect([status, body.channel?.name, body.channel?.identifier]).toEqual([201, 'grace', 'threads']);
    expect(text).not.toMatch(/token|secret/i);
    const [row] = await sql<{ days: number }>(
      crier,
      'select extract(day from expires_at - now())::int as days from integration',
    );
    expect(row?.days).toBe(59);
    expect((await connect()).body.channel).toEqual({ ...body.channel, reconnected: true });
  });

  it("is refused with Threads' message when the person cancels or the code is invalid", async () => {
    const denied = await connect('Cancel');
    expect([refusal(denied), denied.body.message]).toEqual([
      { status: 400, code: 'connect_denied' },
      expect.stringContaining('Permissions error'),
    ]);
    const state = new URL(await connectUrl(ada, 'threads')).searchParams.get('state') ?? '';
    const refused = await finish(ada, 'threads', { state, code: 'made-up' });
    expect([refusal(refused), refused.body.message]).toEqual([
      { status: 400, code: 'connect_denied' },
      expect.stringContaining('Invalid verification code'),
    ]);
  });
});
