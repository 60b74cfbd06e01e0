/** Connecting an account on VK, through VK ID's page of consent. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { refusal, sql } from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { startVk, type Vk } from '../../test/networks/vk/server.ts';
import { addPerson, type TestPerson } from '../../test/person.ts';
import { connectUrl, finish, press } from './fixtures/browser.ts';

const PUBLIC = 'https://crier.example';
const REDIRECT = `${PUBLIC}/integrations/social/vk`;
let vk: Vk;
let crier: TestInstance;
let ada: TestPerson;

beforeAll(async () => {
  vk = await startVk({ redirectUris: [REDIRECT] });
  crier = await startInstance({
    temporal: false,
    env: { FRONTEND_URL: PUBLIC, VK_API_URL: vk.url, VK_ID: vk.clientId },
  });
  ada = await addPerson(crier);
  vk.createUser('Trent');
  vk.createGroup('Cafe', vk.createUser('Victor'));
});
afterAll(async () => {
  await crier?.stop();
  await vk?.stop();
});

const back = async (button: string): Promise<Record<string, string>> =>
  (await press(await connectUrl(ada, 'vk'), button)).query;

describe('connecting a channel on VK', () => {
  it('needs the id of an app alone, sends a challenge, and ends with a token of one hour', async () => {
    const url = new URL(await connectUrl(ada, 'vk'));
    expect(`${url.origin}${url.pathname}`).toBe(`${vk.url}/authorize`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: vk.clientId,
      redirect_uri: REDIRECT,
      response_type: 'code',
      scope: 'vkid.personal_info wall photos video groups',
      state: expect.stringMatching(/^[A-Za-z0-9_-]{43,}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    const { status, body, text } = await finish(ada, 'vk', await back('Continue as Trent'));
    expect([status, body.channel?.name]).toEqual([201, 'Trent Lovelace']);
    expect(text).not.toMatch(/token|device/i);
    const [row] = await sql<{ minutes: number }>(
      crier,
      'select ceil(extract(epoch from expires_at - now()) / 60)::int as minutes from integration',
    );
    expect(row?.minutes).toBe(60);
  });

  it('lets the person choose between their own wall and their communities', async () => {
    const { body } = await finish(ada, 'vk', await back('Continue as Victor'));
    expect(body.choose?.accounts.map(({ name }) => name)).toEqual(['Victor Lovelace', 'Cafe']);
    const chosen = await ada.call<{ name: string }>('POST', '/integrations/social/vk/choose', {
      body: { connectId: body.choose?.connectId, accountId: body.choose?.accounts[1]?.id },
    });
    expect([chosen.status, chosen.text]).toEqual([201, expect.stringContaining('Cafe')]);
  });

  it('is refused with a message when the person cancels, without the device, or without the right to post', async () => {
    const refused = async (query: Record<string, string>): Promise<unknown> => {
      const answer = await finish(ada, 'vk', query);
      expect(refusal(answer)).toEqual({ status: 400, code: 'connect_denied' });
      return answer.body.message;
    };
    expect(await refused(await back('Cancel'))).toBe('VK: The user denied the request');
    const { device_id: _, ...withoutDevice } = await back('Continue as Trent');
    expect(await refused(withoutDevice)).toMatch(/VK answered without the id of the device/);
    vk.arm({ withheld: ['wall'] });
    expect(await refused(await back('Continue as Trent'))).toMatch(/VK did not grant the right to post/);
    vk.arm({ withheld: [] });
  });
});

describe('trying an app of VK before it is stored', () => {
  it('distinguishes the id of an app that VK knows from one that it does not', async () => {
    const tried = async (clientId: string): Promise<unknown> =>
      (await ada.call('POST', '/integrations/providers/vk/app/try', { body: { clientId } })).body;
    expect(await tried(vk.clientId)).toEqual({ state: 'accepted', field: null, reason: null });
    expect(await tried('1')).toMatchObject({ state: 'refused' });
  });
});
