/** Connecting an account on MeWe, through its login page. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { refusal, sql } from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { startMeWe, type MeWe } from '../../test/networks/mewe/server.ts';
import { addPerson, type TestPerson } from '../../test/person.ts';
import { connectUrl, finish, press } from './fixtures/browser.ts';

const PUBLIC = 'https://crier.example';
const REDIRECT = `${PUBLIC}/integrations/social/mewe`;
let mewe: MeWe;
let crier: TestInstance;
let ada: TestPerson;

beforeAll(async () => {
  mewe = await startMeWe({ redirectUris: [REDIRECT] });
  mewe.createPerson('Heidi');
  crier = await startInstance({
    temporal: false,
    env: {
      FRONTEND_URL: PUBLIC,
      MEWE_HOST: mewe.url,
      MEWE_APP_ID: mewe.client.id,
      MEWE_API_KEY: mewe.client.secret,
    },
  });
  ada = await addPerson(crier);
});
afterAll(async () => {
  await crier?.stop();
  await mewe?.stop();
});

const connect = async (button = 'Allow as Heidi'): ReturnType<typeof finish> =>
  finish(ada, 'mewe', (await press(await connectUrl(ada, 'mewe'), button)).query);

describe('connecting a channel on MeWe', () => {
  it('ends with a channel whose token lives for 30 days, and does so again', async () => {
    const { status, body, text } = await connect();
    expect([status, body.channel?.name, body.channel?.identifier]).toEqual([201, 'Heidi', 'mewe']);
    expect(text).not.toMatch(/token/i);
    const [row] = await sql<{ hours: number }>(
      crier,
      'select ceil(extract(epoch from expires_at - now()) / 3600)::int as hours from integration',
    );
    expect(row?.hours).toBe(30 * 24);
    expect((await connect()).body.channel).toEqual({ ...body.channel, reconnected: true });
  });

  it('is refused with a message when the person declines, or the token is invalid', async () => {
    const denied = await connect('Cancel');
    expect([refusal(denied), denied.body.message]).toEqual([
      { status: 400, code: 'connect_denied' },
      'MeWe: it sent no code',
    ]);
    const state = new URL(await connectUrl(ada, 'mewe')).searchParams.get('state') ?? '';
    const refused = await finish(ada, 'mewe', { state, loginRequestToken: 'made-up' });
    expect([refusal(refused), refused.body.message]).toEqual([
      { status: 400, code: 'connect_denied' },
      expect.stringContaining('Invalid loginRequestToken'),
    ]);
  });

  it('does not take a code in the place of the token', async () => {
    const { query } = await press(await connectUrl(ada, 'mewe'), 'Allow as Heidi');
    const { state = '', loginRequestToken: code = '' } = query;
    expect(refusal(await finish(ada, 'mewe', { state, code }))).toEqual({
      status: 400,
      code: 'connect_denied',
    });
  });
});
