import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { publishUntilLive } from '../_kit/test-harness.ts';
import { prepared, startWorld, type World } from './fixtures/world.ts';
import { slack as provider } from './index.ts';

let world: World;
beforeEach(async () => void (world = await startWorld()));
afterEach(() => world.stop());

describe('the numbers of a message', () => {
  it('are its reactions and the members of its channel', async () => {
    const live = await publishUntilLive(provider, world.request(), world.context);
    expect(await provider.postAnalytics?.(world.channel, live, world.context)).toEqual([
      { label: 'Reactions', total: 0 },
      { label: 'Members', total: 2 },
    ]);
    await world.network.react(world.network.channels.general, live.id, 'tada');
    expect(await provider.postAnalytics?.(world.channel, live, world.context)).toContainEqual({
      label: 'Reactions',
      total: 1,
    });
  });

  it('cannot be read without the scope', async () => {
    const live = await publishUntilLive(provider, world.request(), world.context);
    const without = { ...world.channel, details: { ...world.channel.details, scopes: ['chat:write'] } };
    await expect(provider.postAnalytics?.(without, live, world.context)).rejects.toThrow(
      'lacks the bot scope reactions:read',
    );
  });

  it('cannot be read if the message is gone', async () => {
    const live = await publishUntilLive(provider, world.request(), world.context);
    await provider.remove?.(world.channel, live, world.context);
    await expect(provider.postAnalytics?.(world.channel, live, world.context)).rejects.toThrow(
      'message_not_found',
    );
    await expect(provider.publish(world.request(), prepared(world), world.context)).resolves.toMatchObject({
      status: 'published',
    });
  });
});
