import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Rejected, Unsent } from '../_kit/errors.ts';
import { fault, startWorld, type World } from './fixtures/world.ts';
import { mewe as provider } from './index.ts';

const NOW = new Date('2031-05-04T09:30:00Z');
const MONTH_LATER = new Date('2031-06-03T09:30:00Z');
let world: World;
beforeEach(async () => void (world = await startWorld({ now: () => NOW, contextNow: () => NOW })));
afterEach(() => world.stop());

const agree = (): string => world.network.agree(world.person);

describe('signing in to MeWe', () => {
  it('leads to its login page with the app, the way back and the state', () => {
    const step = { app: world.network.client, redirectUri: 'https://crier.example/back', state: 's&1' };
    const url = new URL(provider.oauth?.authorizeUrl(step, world.context) ?? '');
    expect([url.origin, url.pathname, Object.fromEntries(url.searchParams)]).toEqual([
      world.front.url,
      '/login',
      { client_id: world.network.client.id, redirect_uri: 'https://crier.example/back', state: 's&1' },
    ]);
  });

  it('ends with the account, whose token lives until the date that MeWe names', () => {
    expect(world.channel).toMatchObject({
      internalId: world.person.id,
      name: 'Ada',
      profile: 'ada',
      details: { appId: world.network.client.id, handle: 'ada' },
      expiresAt: MONTH_LATER,
    });
    expect(Object.keys(world.channel.credentials)).toEqual(['apiToken']);
  });

  it('reckons with 30 days where MeWe names no date', async () => {
    world.network.arm({ dateless: true });
    expect(await world.exchange(agree())).toEqual([expect.objectContaining({ expiresAt: MONTH_LATER })]);
  });

  it("asks again while MeWe has not recorded the person's decision", async () => {
    world.network.arm({ pending: 1 });
    expect(await world.exchange(agree())).toHaveLength(1);
  });

  it('is refused with a message when the time is over before MeWe has', async () => {
    world.network.arm({ pending: 100 });
    const signal = AbortSignal.timeout(300);
    const step = { app: world.network.client, redirectUri: 'https://crier.example/back', code: agree() };
    await expect(provider.oauth?.exchange(step, { ...world.context, signal })).rejects.toThrow(
      'MeWe has not confirmed the sign-in yet',
    );
  });

  it.each([
    ['a token of no request', 'made-up', {}, 'Invalid loginRequestToken'],
    ['the API key of another app', null, { secret: 'another' }, 'MEWE_APP_ID and MEWE_API_KEY'],
    ['another app', null, { id: 'another' }, 'Unknown application'],
  ] as const)('is refused with %s', async (_, code, app, message) => {
    const refused = world.exchange(code ?? agree(), app);
    await expect(refused).rejects.toBeInstanceOf(Rejected);
    await expect(refused).rejects.toThrow(message);
  });

  it('works once for each request', async () => {
    const code = agree();
    await world.exchange(code);
    await expect(world.exchange(code)).rejects.toThrow('Invalid loginRequestToken');
  });

  it('is refused where MeWe answers without a token, or without the account', async () => {
    world.front.arm({ kind: 'status', status: 200, body: '{}' }, () => true);
    await expect(world.exchange(agree())).rejects.toThrow('without an access token');
    world.front.arm({ kind: 'status', status: 200, body: '{}' }, ({ path }) => path === '/api/dev/me');
    await expect(world.exchange(agree())).rejects.toThrow('without the account');
    world.front.arm(fault(401, 'Unauthorized'), ({ path }) => path === '/api/dev/me');
    await expect(world.exchange(agree())).rejects.toBeInstanceOf(Rejected);
  });

  it('names a person without a handle by the name', async () => {
    const grace = world.network.createPerson('Grace', null);
    expect(await world.exchange(world.network.agree(grace))).toEqual([
      expect.objectContaining({ name: 'Grace', profile: null }),
    ]);
  });

  it.each(['mewe.com', 'http://mewe.example', 'https://mewe.com/?x=1'])(
    'calls nothing when MEWE_HOST is %j',
    async (host) => {
      const context = { ...world.context, env: { MEWE_HOST: host } };
      await expect(
        provider.publish(world.request(), { group: null, text: 'x', photos: [] }, context),
      ).rejects.toBeInstanceOf(Unsent);
    },
  );
});
