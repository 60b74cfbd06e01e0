import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startWorld, type World } from './fixtures/world.ts';
import { reddit as provider } from './index.ts';

let world: World;
beforeEach(async () => {
  world = await startWorld();
  world.network.addSubreddit({
    name: 'flairs',
    type: 'link',
    flairRequired: true,
    flairs: [
      { id: 'f1', text: 'News', mod_only: false },
      { id: 'f2', text: 'Staff', mod_only: true },
    ],
  });
});
afterEach(() => world.stop());

const run = (name: string, input: Record<string, unknown>): Promise<unknown> =>
  provider.tools?.[name]?.run(world.channel, input, world.context) ?? Promise.reject(new Error(name));

describe('the tools of Reddit', () => {
  it('find subreddits by a word', async () => {
    expect(await run('subreddits', { word: 'cafe' })).toEqual([
      { id: 'cafes', name: 'r/cafes', title: 'All about cafes', members: 42 },
    ]);
    expect(await run('subreddits', { word: 'nothing of the kind' })).toEqual([]);
  });

  it('return what a subreddit allows, with the flairs that anybody may choose', async () => {
    expect(await run('restrictions', { subreddit: 'r/flairs' })).toEqual({
      subreddit: 'flairs',
      allow: ['link', 'media'],
      is_flair_required: true,
      flairs: [{ id: 'f1', name: 'News' }],
      rules: [{ name: 'Be kind', text: 'Remember the human.' }],
      requirements: expect.objectContaining({ title_blacklisted_strings: [] }),
    });
    expect(await run('restrictions', { subreddit: 'cafes' })).toMatchObject({
      is_flair_required: false,
      flairs: [],
    });
  });

  it('list the flairs that anybody may choose, none where there are none', async () => {
    expect(await run('flairs', { subreddit: '/r/flairs' })).toEqual([{ id: 'f1', name: 'News' }]);
    expect(await run('flairs', { subreddit: 'cafes' })).toEqual([]);
  });

  it('refuse a subreddit that is not there, or private', async () => {
    world.network.addSubreddit({ name: 'secret', isPrivate: true });
    await expect(run('restrictions', { subreddit: 'nowhere' })).rejects.toThrow('404');
    await expect(run('restrictions', { subreddit: 'secret' })).rejects.toThrow('private');
  });
});
