import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startWorld, type World } from './fixtures/world.ts';
import { discord as provider } from './index.ts';

let world: World;

describe('the numbers', () => {
  beforeEach(async () => void (world = await startWorld()));
  afterEach(() => world.stop());

  it('are the members of the server and the reactions to a message', async () => {
    const live = await world.publish(world.request());
    expect(await provider.postAnalytics?.(world.channel, live, world.context)).toEqual([
      { label: 'Reactions', total: 0 },
    ]);
    world.network.react(live.id, '👋', 3);
    world.network.react(live.id, '🎉', 2);
    expect(await provider.postAnalytics?.(world.channel, live, world.context)).toEqual([
      { label: 'Reactions', total: 5 },
    ]);
    expect(await provider.analytics?.(world.channel, world.context)).toEqual([
      { label: 'Members', total: 3 },
      { label: 'Online', total: 1 },
    ]);
  });
});
