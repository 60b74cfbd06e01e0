import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startWorld, type World } from './fixtures/world.ts';
import { discord as provider } from './index.ts';

let world: World;

describe('the tools', () => {
  beforeEach(async () => void (world = await startWorld()));
  afterEach(() => world.stop());

  const run = (name: string, input: Record<string, unknown> = {}): Promise<unknown> | undefined =>
    provider.tools?.[name]?.run(world.channel, input, world.context);

  it('list the channels that posts can go to, and no others', async () => {
    const { network, guild, news } = world;
    network.createChannel({ guild, name: 'Talk', type: 'voice' });
    const forum = network.createChannel({ guild, name: 'stories', type: 'forum' });
    expect(await run('channels')).toEqual([
      { id: news, name: 'news', type: 'text' },
      { id: forum, name: 'stories', type: 'forum' },
    ]);
  });

  it('list the tags of a forum, and none of a text channel', async () => {
    const { network, guild, news } = world;
    const forum = network.createChannel({ guild, name: 'stories', type: 'forum', tags: ['Spring', 'News'] });
    expect(await run('tags', { channel: forum })).toEqual([
      { id: expect.stringMatching(/^\d+$/), name: 'Spring' },
      { id: expect.stringMatching(/^\d+$/), name: 'News' },
    ]);
    expect(await run('tags', { channel: news })).toEqual([]);
  });

  it('find roles and members by the beginning of their name', async () => {
    expect(await run('mentions', { query: 'r' })).toEqual([
      { label: '@Readers', mention: expect.stringMatching(/^<@&\d+>$/) },
    ]);
    expect(await run('mentions', { query: 'ad' })).toEqual([
      { label: 'ada', mention: expect.stringMatching(/^<@\d+>$/) },
    ]);
    expect(await run('mentions', { query: 'every' })).toEqual([{ label: '@everyone', mention: '@everyone' }]);
    expect(await run('mentions', { query: 'zz' })).toEqual([]);
  });
});
