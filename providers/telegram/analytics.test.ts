import { afterEach, describe, expect, it } from '@jest/globals';
import { startWorld, type World } from './fixtures/world.ts';
import { telegram as provider } from './index.ts';

let world: World;
afterEach(() => world.stop());

describe('the numbers of a chat', () => {
  it.each([
    ['channel', 'Subscribers'],
    ['supergroup', 'Members'],
    ['group', 'Members'],
  ] as const)('of a %s are its %s', async (type, label) => {
    world = await startWorld({ chat: { type, memberCount: 1234 } });
    expect(await provider.analytics?.(world.channel, world.context)).toEqual([{ label, total: 1234 }]);
  });

  it('do not exist for a chat with one person, or for a post', async () => {
    world = await startWorld({ chat: { type: 'private', title: 'Grace' } });
    expect(await provider.analytics?.(world.channel, world.context)).toEqual([]);
    expect(provider.postAnalytics).toBeUndefined();
  });
});
