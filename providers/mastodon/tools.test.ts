import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startWorld, type World } from './fixtures/world.ts';
import { mastodon as provider } from './index.ts';

let world: World;
beforeEach(async () => void (world = await startWorld()));
afterEach(() => world.stop());

describe('the tools', () => {
  const mentions = (query: string): Promise<unknown> | undefined =>
    provider.tools?.mentions?.run(world.channel, { query }, world.context);

  it('find accounts by the beginning of their name', async () => {
    world.network.createAccount({ username: 'adele' });
    expect(await mentions('ade')).toEqual([{ label: 'adele', handle: '@adele', mention: '@adele' }]);
    expect(await mentions('zz')).toEqual([]);
  });

  it('are refused where the token may not read accounts', async () => {
    const { token } = world.network.createAccount({ username: 'bob', scopes: ['write:statuses'] });
    const channel = { ...world.channel, credentials: { ...world.channel.credentials, token } };
    await expect(provider.tools?.mentions?.run(channel, { query: 'ad' }, world.context)).rejects.toThrow();
  });
});
