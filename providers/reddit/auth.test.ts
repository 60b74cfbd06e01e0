import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ChannelGone, RateLimited, TokenExpired, Unsent } from '../_kit/errors.ts';
import { publishUntilLive } from '../_kit/test-harness.ts';
import { startWorld, type World } from './fixtures/world.ts';
import { reddit as provider } from './index.ts';
import { SCOPES } from './schema.ts';
import { ALL_SCOPES } from '../../src/test/networks/reddit/server.ts';

const DAY_MS = 86_400_000;
let world: World;
let clock: number;
beforeEach(async () => {
  clock = Date.parse('2026-05-04T09:00:00Z');
  const now = (): Date => new Date(clock);
  world = await startWorld({ now, contextNow: now });
});
afterEach(() => world.stop());

const publish = (channel = world.channel): Promise<unknown> =>
  publishUntilLive(provider, { ...world.request(), channel }, world.context);
const refresh = (env: Record<string, string> = {}) =>
  provider.refresh?.(world.channel, { ...world.context, env: { ...world.context.env, ...env } });

describe('a Reddit account', () => {
  it('is its id and name, with its picture, and the tokens in the credentials only', () => {
    expect(world.channel).toMatchObject({
      internalId: world.account.id,
      name: 'ada',
      profile: 'u/ada',
      credentials: { token: expect.any(String), refreshToken: expect.any(String) },
      details: { username: 'ada' },
    });
  });

  it('cannot be connected outside a browser', async () => {
    await expect(provider.connect({ token: 'x' }, world.context)).rejects.toThrow('connected in the browser');
  });

  it('grants exactly the scopes that calls need', () => {
    expect([...SCOPES].toSorted()).toEqual([...ALL_SCOPES].toSorted());
  });

  it('is named in the User-Agent of every call', async () => {
    await publish();
    const agents = new Set(
      world.network
        .requests()
        .filter(({ path }) => !['/api/v1/me', '/storage/'].includes(path))
        .map(({ headers }) => headers['user-agent']),
    );
    expect([...agents]).toEqual(['web:crier:v2 (by /u/ada)']);
  });
});

describe('an access token', () => {
  it('ends after a day, and is renewed with the refresh token', async () => {
    await publish();
    clock += DAY_MS + 1;
    await expect(publish()).rejects.toBeInstanceOf(TokenExpired);
    const renewed = await refresh();
    expect(renewed).toEqual({
      credentials: { token: expect.any(String), refreshToken: world.channel.credentials.refreshToken },
      expiresAt: new Date(clock + DAY_MS),
    });
    await publish({ ...world.channel, credentials: renewed?.credentials ?? {} });
    expect(world.live()).toHaveLength(2);
  });

  it('cannot be renewed after the person has withdrawn access, so the channel must be reconnected', async () => {
    world.network.revoke(world.account);
    await expect(publish()).rejects.toBeInstanceOf(TokenExpired);
    await expect(refresh()).rejects.toBeInstanceOf(ChannelGone);
  });

  it('waits for an operator whose client secret is wrong, and for Reddit where it asks for time', async () => {
    await expect(refresh({ REDDIT_CLIENT_SECRET: 'wrong' })).rejects.toBeInstanceOf(Unsent);
    const isToken = ({ path }: { path: string }): boolean => path.startsWith('/api/v1/access_token');
    const busy = JSON.stringify({ message: 'Too Many Requests', error: 429 });
    world.front.arm({ kind: 'status', status: 429, body: busy }, isToken);
    await expect(refresh()).rejects.toBeInstanceOf(RateLimited);
    await expect(refresh()).resolves.toMatchObject({ credentials: expect.anything() });
  });

  it('without a scope that a call needs asks for the channel to be reconnected', async () => {
    const { token } = world.network.createToken(world.account, ['identity', 'history']);
    const channel = { ...world.channel, credentials: { token } };
    await expect(publish(channel)).rejects.toBeInstanceOf(ChannelGone);
    await expect(publish(channel)).rejects.toThrow('lacks a permission');
  });
});

describe('the limit of requests', () => {
  it('is answered with a page and the seconds to wait, and counts again after them', async () => {
    await world.stop();
    const now = (): Date => new Date(clock);
    world = await startWorld({ now, contextNow: now, limits: { requests: 3 } });
    await publish();
    const error = await publish().catch((e: unknown) => e);
    expect(error).toBeInstanceOf(RateLimited);
    expect(error).toMatchObject({ resetAt: expect.any(Date), scope: 'account' });
    clock += 600_000;
    await publish();
    expect(world.live()).toHaveLength(2);
  });
});
