import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { publishUntilLive } from '../_kit/test-harness.ts';
import { settingsFor, startWorld, type World } from './fixtures/world.ts';
import { reddit as provider } from './index.ts';

let world: World;
beforeEach(async () => void (world = await startWorld()));
afterEach(() => world.stop());

describe('the numbers of Reddit', () => {
  it('of a post are those of all its subreddits', async () => {
    const settings = settingsFor({}, { subreddit: 'bakeries' });
    const live = await publishUntilLive(provider, world.request({ settings }), world.context);
    expect(await provider.postAnalytics?.(world.channel, live, world.context)).toEqual([
      { label: 'Upvotes', total: 2 },
      { label: 'Comments', total: 0 },
    ]);
    await provider.remove?.(world.channel, live, world.context);
    await expect(provider.postAnalytics?.(world.channel, live, world.context)).rejects.toThrow(
      'no longer has',
    );
  });

  it('of a comment are its upvotes', async () => {
    const root = await publishUntilLive(provider, world.request(), world.context);
    const live = await publishUntilLive(provider, world.request({ root, parent: root }), world.context);
    expect(await provider.postAnalytics?.(world.channel, live, world.context)).toEqual([
      { label: 'Upvotes', total: 1 },
    ]);
  });

  it('of an account are its followers and its karma', async () => {
    expect(await provider.analytics?.(world.channel, world.context)).toEqual([
      { label: 'Followers', total: 3 },
      { label: 'Karma', total: 21 },
      { label: 'Post karma', total: 12 },
      { label: 'Comment karma', total: 9 },
    ]);
  });
});
