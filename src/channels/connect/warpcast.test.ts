/** Connecting an account on Farcaster, whose app sends no browser back. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { refusal, sql } from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { startWarpcast, type Warpcast } from '../../test/networks/warpcast/server.ts';
import { addPerson, type TestPerson } from '../../test/person.ts';
import { connectUrl, finish, pressThere } from './fixtures/browser.ts';

const PUBLIC = 'https://crier.example';
let farcaster: Warpcast;
let crier: TestInstance;
let ada: TestPerson;

beforeAll(async () => {
  farcaster = await startWarpcast();
  for (const name of ['heidi', 'ivan']) farcaster.createAccount(name);
  crier = await startInstance({
    temporal: false,
    env: {
      FRONTEND_URL: PUBLIC,
      NEYNAR_API_URL: farcaster.url,
      NEYNAR_CLIENT_ID: farcaster.client.id,
      NEYNAR_SECRET_KEY: farcaster.client.secret,
      FARCASTER_DEVELOPER_MNEMONIC: farcaster.mnemonic,
    },
  });
  ada = await addPerson(crier);
});
afterAll(async () => {
  await crier?.stop();
  await farcaster?.stop();
});

async function begin(query: Record<string, string> = {}): Promise<string> {
  const url = new URL(await connectUrl(ada, 'warpcast', query));
  expect(`${url.origin}${url.pathname}`).toBe(`${PUBLIC}/integrations/social/warpcast`);
  expect([...url.searchParams.keys()]).toEqual(['state']);
  return url.searchParams.get('state') ?? '';
}
const ask = (state: string, person = ada): ReturnType<typeof finish> => finish(person, 'warpcast', { state });

describe('connecting a channel on Farcaster', () => {
  it('waits for the approval for as often as it is asked, and then has a channel', async () => {
    const state = await begin();
    const waiting = [await ask(state), await ask(state)];
    const url = waiting[0]?.body.approve?.url ?? '';
    expect(waiting.map(({ status, body }) => [status, body])).toEqual(
      waiting.map(() => [201, { channel: null, choose: null, approve: { url } }]),
    );
    await pressThere(url, 'Approve as heidi');
    const { status, body, text } = await ask(state);
    expect([status, body.channel?.name, body.approve]).toEqual([201, 'heidi', null]);
    expect(text).not.toMatch(/signer|key/i);
    expect(await sql(crier, 'select name, expires_at from integration')).toEqual([
      { name: 'heidi', expires_at: null },
    ]);
    const again = await ask(state);
    expect([refusal(again), again.body.message]).toEqual([
      { status: 400, code: 'invalid_state' },
      expect.stringContaining('used already'),
    ]);
  });

  it('shows nothing of a connection to another person', async () => {
    const state = await begin();
    const other = await addPerson(crier, { email: 'other@crier.example' });
    expect(refusal(await ask(state, other))).toEqual({ status: 400, code: 'invalid_state' });
    expect((await ask(state)).body.approve?.url).toContain(farcaster.url);
  });

  it('keeps the channel that is reconnected, and refuses another account for it', async () => {
    const [row] = await sql<{ id: string }>(crier, 'select id from integration');
    for (const [account, expected] of [
      ['ivan', { status: 409, code: 'other_account' }],
      ['heidi', { status: 201 }],
    ] as const) {
      const state = await begin({ refresh: row?.id ?? '' });
      await pressThere((await ask(state)).body.approve?.url ?? '', `Approve as ${account}`);
      const answer = await ask(state);
      expect(answer.status).toBe(expected.status);
      if ('code' in expected) expect(refusal(answer)).toEqual(expected);
      else expect(answer.body.channel).toMatchObject({ id: row?.id, reconnected: true });
    }
  });

  it('ends when the person refuses, and when the operator has not set it up', async () => {
    const state = await begin();
    await pressThere((await ask(state)).body.approve?.url ?? '', 'Reject');
    const denied = await ask(state);
    expect([refusal(denied), denied.body.message]).toEqual([
      { status: 400, code: 'connect_denied' },
      'Farcaster: The approval on Farcaster is missing (revoked); connect the channel again',
    ]);
    const bare = await startInstance({
      temporal: false,
      env: { NEYNAR_API_URL: farcaster.url, NEYNAR_CLIENT_ID: 'id', NEYNAR_SECRET_KEY: 'key' },
    });
    const person = await addPerson(bare);
    const refused = await person.call('GET', '/social/warpcast');
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining('set FARCASTER_DEVELOPER_MNEMONIC'),
    ]);
    await bare.stop();
  });
});
