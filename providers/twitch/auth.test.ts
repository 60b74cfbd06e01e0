/** How long a channel's access to Twitch lasts. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ConnectedAccount } from '../_kit/contract.ts';
import { ChannelGone, Rejected, Unsent } from '../_kit/errors.ts';
import { startWorld, type World } from './fixtures/world.ts';
import { twitch as provider } from './index.ts';

const HOUR = 3_600_000;
let world: World;
let now: number;
beforeEach(async () => {
  now = Date.parse('2026-11-23T12:00:00Z');
  world = await startWorld({ now: () => new Date(now), contextNow: () => new Date(now) });
});
afterEach(() => world.stop());

type Renewed = Pick<ConnectedAccount, 'credentials' | 'expiresAt'> | undefined;
const refresh = (credentials = world.channel.credentials, env = world.context.env): Promise<Renewed> =>
  Promise.resolve(provider.refresh?.({ ...world.channel, credentials }, { ...world.context, env }));

describe("a channel's access to Twitch", () => {
  it('is validated within the hour and kept, until less than an hour of it is left', async () => {
    const before = world.network.validations();
    const kept = await refresh();
    expect(world.network.validations()).toBe(before + 1);
    expect(kept).toEqual({ credentials: world.channel.credentials, expiresAt: new Date(now + HOUR) });
    now += 3.1 * HOUR;
    const renewed = await refresh();
    expect(renewed?.credentials.accessToken).not.toBe(world.channel.credentials.accessToken);
    expect(renewed?.expiresAt).toEqual(new Date(now + HOUR));
  });

  it('is renewed with the refresh token once it has ended, which is replaced', async () => {
    now += 5 * HOUR;
    const renewed = await refresh();
    const { accessToken, refreshToken } = renewed?.credentials ?? {};
    expect(refreshToken).not.toBe(world.channel.credentials.refreshToken);
    expect(await refresh({ accessToken: accessToken ?? '', refreshToken: refreshToken ?? '' })).toMatchObject(
      { credentials: renewed?.credentials },
    );
    await expect(refresh()).rejects.toThrow('Invalid refresh token');
  });

  it('ends when the person disconnects the application', async () => {
    world.network.revoke(world.account);
    await expect(refresh()).rejects.toThrow(ChannelGone);
    await expect(refresh()).rejects.toThrow('reconnect the channel');
  });

  it('is not lost when the operator has changed the application', async () => {
    world.network.endTokens(world.account);
    const env = { ...world.context.env, TWITCH_CLIENT_SECRET: 'another' };
    await expect(refresh(undefined, env)).rejects.toThrow(Unsent);
    await expect(refresh(undefined, env)).rejects.toThrow('invalid client secret');
    await expect(refresh(undefined, { ...env, TWITCH_CLIENT_ID: 'other' })).rejects.toThrow(Unsent);
    await expect(refresh(undefined, {})).rejects.toThrow('set TWITCH_CLIENT_ID');
    await expect(refresh()).resolves.toBeDefined();
  });

  it('is not enough without the scopes that are used', async () => {
    const step = {
      app: world.network.client,
      redirectUri: 'https://crier.example/integrations/social/twitch',
      code: 'a-code',
    };
    const answer = {
      access_token: world.network.createToken(world.account, ['user:write:chat']).token,
      refresh_token: 'refresh',
      expires_in: 14_400,
      token_type: 'bearer',
      scope: ['user:write:chat'],
    };
    world.front.arm({ kind: 'status', status: 200, body: JSON.stringify(answer) }, ({ path }) =>
      path.endsWith('/token'),
    );
    const refused = Promise.resolve(provider.oauth?.exchange(step, world.context));
    await expect(refused).rejects.toThrow(Rejected);
    await expect(refused).rejects.toThrow('Twitch did not grant moderator:manage:announcements');
  });
});
