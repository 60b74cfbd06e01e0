/** Where Kick sends people back, and how long a channel's access to Kick lasts. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ConnectedAccount } from '../_kit/contract.ts';
import { ChannelGone, Rejected, Unsent } from '../_kit/errors.ts';
import { BLOCKED, LOOPBACK, startWorld, type World } from './fixtures/world.ts';
import { kick as provider } from './index.ts';

let world: World;
beforeEach(async () => void (world = await startWorld()));
afterEach(() => world.stop());

type Renewed = Pick<ConnectedAccount, 'credentials' | 'expiresAt'> | undefined;
const refresh = (credentials = world.channel.credentials, env = world.context.env): Promise<Renewed> =>
  Promise.resolve(provider.refresh?.({ ...world.channel, credentials }, { ...world.context, env }));
const isToken = ({ path }: { path: string }): boolean => path === '/oauth/token';

describe('connecting on Kick', () => {
  it('ends at the URL of the instance, also where that is 127.0.0.1', async () => {
    const {
      to,
      accounts: [connected],
    } = await world.connect(LOOPBACK);
    expect(to).toBe(LOOPBACK);
    expect(connected).toMatchObject({ name: 'Ada_L', profile: 'ada-l', details: { slug: 'ada-l' } });
  });

  it('is refused when the person granted less than is used', async () => {
    const answer = {
      access_token: world.network.createToken(world.account).token,
      refresh_token: 'refresh',
      expires_in: 7200,
      token_type: 'Bearer',
      scope: 'user:read channel:read chat:write',
    };
    world.front.arm({ kind: 'status', status: 200, body: JSON.stringify(answer) }, isToken);
    const step = {
      app: world.network.client,
      redirectUri: LOOPBACK,
      code: 'a-code',
      verifier: 'v'.repeat(43),
    };
    const refused = Promise.resolve(provider.oauth?.exchange(step, world.context));
    await expect(refused).rejects.toThrow(Rejected);
    await expect(refused).rejects.toThrow('Kick did not grant moderation:chat_message:manage');
  });
});

describe("a channel's access to Kick", () => {
  it('is renewed with another refresh token each time, of which the one before ends', async () => {
    const renewed = await refresh();
    expect(renewed?.credentials.refreshToken).not.toBe(world.channel.credentials.refreshToken);
    expect(renewed?.expiresAt?.getTime()).toBeGreaterThan(Date.now() + 7_000_000);
    await expect(refresh()).rejects.toThrow(ChannelGone);
    world.network.revoke(world.account);
    await expect(refresh({ ...renewed?.credentials })).rejects.toThrow('reconnect the channel');
  });

  it('is not lost when the operator has changed the app, or Cloudflare blocks the renewal', async () => {
    const env = { ...world.context.env, KICK_SECRET: 'another' };
    await expect(refresh(undefined, env)).rejects.toThrow(Unsent);
    await expect(refresh(undefined, {})).rejects.toThrow('set KICK_CLIENT_ID');
    world.front.arm(BLOCKED, isToken);
    await expect(refresh()).rejects.toThrow(Unsent);
    await expect(refresh()).resolves.toBeDefined();
  });
});
