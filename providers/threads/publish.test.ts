/** A post on Threads, part by part. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createRecorder } from '../../src/test/oracles/exchange.ts';
import { testAgainst } from '../../src/test/oracles/test-against.ts';
import { threadsOracle } from '../../src/test/oracles/threads.ts';
import { ChannelGone, RateLimited, Rejected } from '../_kit/errors.ts';
import { filmFile, keepUploads, pngFile, prepareStored } from '../_kit/test-harness.ts';
import { startWorld, type World } from './fixtures/world.ts';
import { threads as provider } from './index.ts';

const recorder = createRecorder();
let world: World;
beforeAll(async () => {
  world = await startWorld({ recorder, limits: { processingReads: 1 } });
});
afterAll(() => world.stop());

describe('a post to Threads', () => {
  it('carries one file, or several in their order, each with what it shows', async () => {
    await world.publish(world.request({ text: 'One', media: [pngFile('A menu')] }));
    await world.publish(world.request({ text: 'Several', media: [filmFile(), pngFile('A menu')] }));
    expect(world.live().map(({ text, type, alts }) => ({ text, type, alts }))).toEqual([
      { text: 'One', type: 'IMAGE', alts: ['A menu'] },
      { text: 'Several', type: 'CAROUSEL', alts: ['a short film', 'A menu'] },
    ]);
  });

  it('has a topic, a card, and people who can reply, as it was chosen; replies to it have none of them', async () => {
    const settings = {
      topic_tag: '#Soups',
      reply_control: 'followers_only',
      link_attachment: 'https://example.com/menu',
    };
    const root = await world.publish(world.request({ text: 'Chosen', settings }));
    expect(world.live().at(-1)?.extras).toEqual({ ...settings, topic_tag: 'Soups' });
    await world.publish(world.request({ text: 'Answer', settings, root, parent: root }));
    expect(world.live().at(-1)?.extras).toEqual({});
    await world.publish(world.request({ text: 'Moving', settings: { gif_id: 'YsTs5ltWtEhnq' } }));
    const { gif_attachment: gif = '' } = world.live().at(-1)?.extras ?? {};
    expect(JSON.parse(gif)).toEqual({ gif_id: 'YsTs5ltWtEhnq', provider: 'GIPHY' });
  });

  it('with a poll or a quote is found by it, and is no other post of the same words', async () => {
    const { id: quoted } = await world.publish(world.request({ text: 'Which soup?' }));
    const settings = { poll: { options: ['Pea', ' Leek '] }, quote_post_id: quoted };
    const ours = world.request({ text: 'Which soup?', settings });
    const found = await provider.verify(ours, await world.lose(ours), world.context);
    const [own] = world.live().slice(-1);
    expect(JSON.parse(own?.extras.poll_attachment ?? '')).toEqual({ option_a: 'Pea', option_b: 'Leek' });
    await world.publish(world.request({ text: 'Which soup?', settings: { poll: { options: ['A', 'B'] } } }));
    expect(found).toMatchObject({ status: 'found', published: { id: own?.id } });
    const plain = world.request({ text: 'Which soup?' });
    const attempt = await world.lose(plain);
    const isTaken = ({ id }: { id: string }): boolean => id === quoted;
    const again = await provider.verify(plain, { ...attempt, isTaken }, world.context);
    expect(again).toMatchObject({ status: 'found', published: { id: world.live().at(-1)?.id } });
  });

  it("is refused with Threads' message when the post that it quotes is gone", async () => {
    const failed = world.publish(world.request({ text: 'Gone', settings: { quote_post_id: '1' } }));
    await expect(failed).rejects.toThrow(Rejected);
  });

  it("can quote one of the account's own, which are offered by their texts", async () => {
    const { id } = await world.publish(world.request({ text: 'To be quoted' }));
    const offered = await provider.tools?.ownPosts?.run(world.channel, {}, world.context);
    expect(offered).toContainEqual({ id, name: 'To be quoted' });
  });

  it('has the URL that Threads shows, or that of its author while Threads returns none', async () => {
    const shown = await world.publish(world.request({ text: 'Shown' }));
    expect(shown.url).toMatch(/^https:\/\/www\.threads\.com\/@ada\/post\/[\w-]+$/);
    world.front.arm({ kind: 'status', status: 500, body: '{}' }, ({ method, path }) =>
      /^GET .*fields=id%2Cpermalink/.test(`${method} ${path}`),
    );
    const hidden = await world.publish(world.request({ text: 'Hidden' }));
    world.front.disarm();
    expect([hidden.url, hidden.id]).toEqual(['https://www.threads.com/@ada', world.live().at(-1)?.id]);
  });

  it('makes no second container when the first try ended before the post was sent', async () => {
    const { context } = world;
    const uploads = keepUploads();
    const request = world.request({ text: 'Again', media: [pngFile()] });
    const first = await prepareStored(provider, request, { ...context, uploads });
    expect(await prepareStored(provider, request, { ...context, uploads })).toEqual(first);
    expect(await prepareStored(provider, request, { ...context, uploads: keepUploads() })).not.toEqual(first);
  });

  it('names a URL that expires, and another one each time', async () => {
    const media = [pngFile('A menu')];
    await world.publish(world.request({ text: 'First time', media }));
    await world.publish(world.request({ text: 'Second time', media }));
    const urls = world.live().flatMap(({ text, urls: named }) => (text.endsWith(' time') ? named : []));
    expect([urls.length, new Set(urls).size, urls.includes(media[0]?.url ?? '')]).toEqual([2, 2, false]);
  });

  it("is refused with Threads' message when a file cannot be fetched, and live when it can", async () => {
    const [here, gone] = [pngFile(), pngFile()];
    const signedUrl = await here.signedUrl();
    const reach = async (url: string, { headers }: RequestInit): Promise<Response> => {
      const ranged = new Headers(headers).has('range');
      const answer = { 'content-type': 'image/png', 'content-length': '70' };
      return url === signedUrl
        ? new Response(null, { status: ranged ? 206 : 200, headers: answer })
        : new Response(null, { status: 404 });
    };
    const fetching = await startWorld({ reach });
    const lost = fetching.publish(fetching.request({ text: 'Gone', media: [gone] }));
    await expect(lost).rejects.toThrow(Rejected);
    await expect(lost).rejects.toMatchObject({ networkCode: '100/2207052' });
    await fetching.publish(
      fetching.request({ text: 'Here', media: [{ ...here, signedUrl: async () => signedUrl }] }),
    );
    expect(fetching.live().map(({ text }) => text)).toEqual(['Here']);
    await fetching.stop();
  });

  it("is refused with Threads' message when a file cannot be processed, and leaves nothing behind", async () => {
    world.network.failMedia('FAILED_DOWNLOADING_VIDEO');
    const before = world.live().length;
    const failed = world.publish(world.request({ text: 'Broken', media: [filmFile()] }));
    await expect(failed).rejects.toThrow(Rejected);
    await expect(failed).rejects.toThrow('FAILED_DOWNLOADING_VIDEO');
    world.network.failMedia(null);
    expect(world.live()).toHaveLength(before);
  });

  it('that was published is found by its container, and one that was not may be sent again', async () => {
    const lost = world.request({ text: 'Lost' });
    const found = await provider.verify(lost, await world.lose(lost), world.context);
    expect(found).toMatchObject({ status: 'found', published: { id: world.live().at(-1)?.id } });
    const never = world.request({ text: 'Never arrived' });
    const repeatable = await provider.verify(never, await world.lose(never, 'reset_before'), world.context);
    expect(repeatable).toMatchObject({ status: 'repeatable' });
  });

  it('is found among replies when it is one', async () => {
    const root = await world.publish(world.request({ text: 'Root' }));
    const reply = world.request({ text: 'Reply', root, parent: root });
    const found = await provider.verify(reply, await world.lose(reply), world.context);
    expect(found).toMatchObject({ status: 'found', published: { id: world.live().at(-1)?.id } });
    expect(world.live().at(-1)?.parent).toBe(root.id);
  });

  it('is gone once taken down, and a second time is no error', async () => {
    const published = await world.publish(world.request({ text: 'Down' }));
    for (let n = 0; n < 2; n++) await provider.remove?.(world.channel, published, world.context);
    expect(world.live().map(({ text }) => text)).not.toContain('Down');
  });

  it('has its numbers, and the account has those of its days', async () => {
    const published = await world.publish(world.request({ text: 'Counted' }));
    const ofPost = await provider.postAnalytics?.(world.channel, published, world.context);
    expect(ofPost).toContainEqual({ label: 'Views', total: 1 });
    const ofAccount = await provider.analytics?.(world.channel, world.context);
    expect(ofAccount?.map(({ label }) => label)).toEqual([
      'Followers',
      'Views',
      'Likes',
      'Replies',
      'Reposts',
      'Quotes',
    ]);
    expect(ofAccount?.find(({ label }) => label === 'Views')).toMatchObject({
      total: 30,
      days: [{ total: 20 }, { total: 10 }],
    });
  });

  it('waits when the account has used up what Threads allows in 24 hours', async () => {
    const small = await startWorld({ limits: { posts: 1 } });
    await small.publish(small.request({ text: 'First' }));
    const second = small.request({ text: 'Second' });
    await expect(small.publish(second)).rejects.toThrow(RateLimited);
    expect(small.live()).toHaveLength(1);
    await small.stop();
  });
});

describe("an account's token on Threads", () => {
  it('is renewed for 60 days, and no longer once the access was withdrawn', async () => {
    let now = Date.now();
    const later = await startWorld({ recorder, now: () => new Date(now) });
    now += 2 * 86_400_000;
    const renewed = await provider.refresh?.(later.channel, later.context);
    expect(renewed?.credentials.token).not.toBe(later.channel.credentials.token);
    expect(renewed?.expiresAt?.getTime()).toBeCloseTo(now + 60 * 86_400_000, -4);
    later.network.revoke(later.account);
    await expect(provider.refresh?.(later.channel, later.context)).rejects.toThrow(ChannelGone);
    await later.stop();
  });
});

testAgainst(threadsOracle, recorder);
