import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createRecorder } from '../../src/test/oracles/exchange.ts';
import { testAgainst } from '../../src/test/oracles/test-against.ts';
import { xOracle } from '../../src/test/oracles/x.ts';
import type { Published } from '../_kit/contract.ts';
import { AlreadyThere, RateLimited } from '../_kit/errors.ts';
import { pngFile, publishUntilLive } from '../_kit/test-harness.ts';
import { startWorld, type World, type WorldOptions } from './fixtures/world.ts';
import { x as provider } from './index.ts';

const recorder = createRecorder();
let world: World;
const start = async (options: WorldOptions = {}): Promise<void> =>
  void (world = await startWorld({ recorder, ...options }));
afterEach(() => world.stop());

const publish = (overrides: Parameters<World['request']>[0] = {}): Promise<Published> =>
  publishUntilLive(provider, world.request(overrides), world.context);

describe('a post to X', () => {
  beforeEach(() => start());

  it('has its URL, and sends nothing that was not asked for', async () => {
    const { id, url } = await publish({ text: 'Hello' });
    expect(url).toBe(`https://x.com/ada/status/${id}`);
    expect(world.live()).toEqual([
      expect.objectContaining({
        text: 'Hello',
        replySettings: null,
        communityId: null,
        madeWithAi: false,
        paidPartnership: false,
      }),
    ]);
  });

  it('can be replied to by the people in the settings, is in the community, and carries its labels', async () => {
    const settings = {
      __type: 'x',
      who_can_reply_post: 'mentionedUsers',
      community: 'https://x.com/i/communities/1493446837214187523',
      made_with_ai: true,
      paid_partnership: true,
    };
    const root = await publish({ settings });
    await publish({ settings, root, parent: root });
    expect(world.live()).toEqual([
      expect.objectContaining({
        replySettings: 'mentionedUsers',
        communityId: '1493446837214187523',
        madeWithAi: true,
        paidPartnership: true,
      }),
      expect.objectContaining({
        replySettings: null,
        communityId: null,
        inReplyTo: root.id,
        madeWithAi: true,
      }),
    ]);
  });

  it("with the text of another is refused with X's message, and explains what helps", async () => {
    await publish({ text: 'Soup of the day' });
    const again = publish({ text: 'Soup of the day' });
    await expect(again).rejects.toBeInstanceOf(AlreadyThere);
    await expect(again).rejects.toThrow('duplicate content');
    await expect(again).rejects.toMatchObject({ networkCode: 'duplicate' });
    await publish({ text: 'Soup of tomorrow' });
  });

  it('is refused when the plan on X is used up, with that reason', async () => {
    world.network.arm({ capped: true });
    await expect(publish()).rejects.toThrow('Usage cap exceeded');
    world.network.arm({ capped: false });
    await publish();
  });

  it('may be of pictures alone', async () => {
    await publish({ text: '', media: [pngFile(), pngFile()] });
    expect(world.live()[0]).toMatchObject({ text: '', media: [{}, {}] });
  });

  it('that is gone counts as removed, one of another author does not', async () => {
    const live = await publish();
    await provider.remove?.(world.channel, live, world.context);
    await provider.remove?.(world.channel, live, world.context);
    const bob = world.network.createAccount({ username: 'bob' });
    const { accessToken } = world.network.grant(bob.id);
    const own = await publish();
    const stranger = { ...world.channel, credentials: { accessToken } };
    await expect(provider.remove?.(stranger, own, world.context)).rejects.toThrow('not authorized to delete');
    expect(world.live()).toHaveLength(1);
  });

  it('shows its numbers, and the account its own, unless the operator does not pay for them', async () => {
    const live = await publish();
    expect(await provider.postAnalytics?.(world.channel, live, world.context)).toEqual([
      { label: 'Impressions', total: 7 },
      ...['Likes', 'Reposts', 'Replies', 'Quotes', 'Bookmarks'].map((label) => ({ label, total: 0 })),
    ]);
    expect(await provider.analytics?.(world.channel, world.context)).toContainEqual({
      label: 'Followers',
      total: 12,
    });
    const context = { ...world.context, env: { ...world.context.env, DISABLE_X_ANALYTICS: 'true' } };
    await expect(provider.analytics?.(world.channel, context)).rejects.toThrow('DISABLE_X_ANALYTICS');
  });
});

describe('an article on X', () => {
  beforeEach(() => start());
  const settings = (status: string): Record<string, unknown> => ({
    __type: 'x',
    post_type: 'article',
    article_title: 'Spring menu',
    article_status: status,
  });

  it('is made as a draft and published once, with its pictures and its cover', async () => {
    const request = world.request({
      text: '<h1>Soup</h1><p>Of the <strong>day</strong></p>',
      media: [pngFile()],
      settings: settings('published'),
    });
    const live = await publishUntilLive(
      provider,
      { ...request, settingsMedia: { article_cover: pngFile('cover') } },
      world.context,
    );
    const [article] = world.network.articles();
    expect(article).toMatchObject({ title: 'Spring menu', postId: live.id, coverId: expect.any(String) });
    expect(live.url).toBe(`https://x.com/ada/status/${live.id}`);
    const reply = await publish({ text: 'More', settings: settings('published'), root: live, parent: live });
    expect(world.live().map(({ id, inReplyTo }) => [id, inReplyTo])).toEqual([
      [live.id, null],
      [reply.id, live.id],
    ]);
  });

  it('stays a draft when the settings ask for it, and only a person deletes it', async () => {
    const draft = await publish({ text: '<p>Soup</p>', settings: settings('draft') });
    expect(world.network.articles()).toEqual([expect.objectContaining({ id: draft.id, postId: null })]);
    expect(world.live()).toEqual([]);
    await expect(provider.remove?.(world.channel, draft, world.context)).rejects.toThrow(
      'delete it at x.com',
    );
  });
});

describe("the free plan's posts of a day", () => {
  let nowMs: number;
  beforeEach(async () => {
    nowMs = Date.parse('2031-05-04T23:00:00Z');
    const now = (): Date => new Date(nowMs);
    await start({ now, contextNow: now, limits: { postsPerDay: 17, accessTokenSeconds: 86_400 } });
  });

  it('are 17; the next one is published when X counts again', async () => {
    for (let n = 0; n < 17; n++) await publish();
    const refused = await publish().catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(RateLimited);
    expect(refused).toMatchObject({
      networkCode: 'user-limit-24hour',
      resetAt: new Date('2031-05-05T00:00:00Z'),
      message: expect.stringContaining('all 17 posts of 24 hours are used'),
    });
    expect(world.live()).toHaveLength(17);
    nowMs = Date.parse('2031-05-05T00:00:00Z');
    await publish();
    expect(world.live()).toHaveLength(18);
  });
});

testAgainst(xOracle, recorder);
