import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startWorld, type World } from './fixtures/world.ts';
import { slack as provider } from './index.ts';

let world: World;
beforeEach(async () => void (world = await startWorld()));
afterEach(() => world.stop());

describe('the tools', () => {
  it('list the channels that posts can go to, page by page', async () => {
    const { general, random, secret } = world.network.channels;
    const list = async (): Promise<unknown> =>
      provider.tools?.channels?.run(world.channel, {}, world.context);
    expect(await list()).toEqual([
      { id: general, name: 'general', private: false, member: false },
      { id: random, name: 'random', private: false, member: false },
    ]);
    await world.network.invite(secret);
    await world.network.archive(random);
    expect(await list()).toEqual([
      { id: general, name: 'general', private: false, member: false },
      { id: secret, name: 'secret', private: true, member: true },
    ]);
  });

  it('find members by the beginning of a name, and no bots', async () => {
    const mentions = (query: string): Promise<unknown> | undefined =>
      provider.tools?.mentions?.run(world.channel, { query }, world.context);
    expect(await mentions('admin')).toEqual([
      { label: 'Admin User', handle: '@admin', mention: expect.stringMatching(/^<@U\w+>$/) },
    ]);
    expect(await mentions('use')).toHaveLength(1);
    expect(await mentions('crier')).toEqual([]);
  });
});
