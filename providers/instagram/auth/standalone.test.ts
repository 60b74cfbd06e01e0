/** Tokens of Instagram accounts without a Page. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { ChannelGone } from '../../_kit/errors.ts';
import { startWorld, type World } from '../../_shared/meta/fixtures/world.ts';
import { instagramStandalone as provider } from '../index.ts';

const DAY_MS = 86_400_000;
let world: World;
let ahead = 0;
afterEach(() => world?.stop());

describe('the access of an app to Instagram', () => {
  it('is renewed from its second day on, for 60 days more, and not before', async () => {
    ahead = 0;
    world = await startWorld(provider, { now: () => new Date(Date.now() + ahead) });
    await expect(provider.refresh?.(world.channel, world.context)).rejects.toThrow('at least 24 hours old');
    ahead = 2 * DAY_MS;
    const renewed = await provider.refresh?.(world.channel, world.context);
    expect(renewed?.details).toEqual({ postLimit: { posts: 100, seconds: 86_400 } });
    expect(renewed?.credentials.token).not.toBe(world.channel.credentials.token);
    expect(renewed?.expiresAt?.getTime()).toBeGreaterThan(Date.now() + 61 * DAY_MS);
  });

  it('ends after 60 days without renewal, and a person has to connect again', async () => {
    ahead = 0;
    world = await startWorld(provider, { now: () => new Date(Date.now() + ahead) });
    ahead = 61 * DAY_MS;
    await expect(provider.refresh?.(world.channel, world.context)).rejects.toThrow(ChannelGone);
  });
});
