import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Generation } from '../../src/test/networks/lemmy/state.ts';
import { createRecorder } from '../../src/test/oracles/exchange.ts';
import { testAgainstLemmy } from '../../src/test/oracles/lemmy/lemmy.ts';
import { OutcomeUnknown, RateLimited, Rejected } from '../_kit/errors.ts';
import { keepUploads, pngFile, prepareStored, publishUntilLive } from '../_kit/test-harness.ts';
import { isPublish, refusal, startWorld, type World } from './fixtures/world.ts';
import { lemmy as provider } from './index.ts';

const recorder = createRecorder();
let world: World;
afterEach(() => world.stop());

describe.each<Generation>(['0.19', '1'])('on an instance of Lemmy %s', (generation) => {
  beforeEach(async () => void (world = await startWorld({ generation, recorder })));

  const publish = (request = world.request()) => publishUntilLive(provider, request, world.context);
  const only = (entry: Record<string, unknown>) => ({ settings: world.settingsFor(entry) });

  it('a post has its title, text, URL and mark, and a URL on the instance', async () => {
    const published = await publish(
      world.request({
        ...only({ title: ' Spring menu ', url: 'https://cafe.example/menu?day=1', nsfw: true }),
        text: '**Asparagus**',
      }),
    );
    const [post] = world.network.posts();
    expect(post).toMatchObject({
      community: world.communities[0]?.id,
      name: 'Spring menu',
      body: '**Asparagus**',
      url: 'https://cafe.example/menu?day=1',
      nsfw: true,
    });
    expect(published).toMatchObject({ id: String(post?.id), url: `${world.front.url}/post/${post?.id}` });
  });

  it('a post and its comments are in the language that was chosen, which the instance lists', async () => {
    const languages = await provider.tools?.languages?.run(world.channel, {}, world.context);
    expect(languages).toContainEqual({ id: '32', name: 'Deutsch' });
    expect(languages).not.toContainEqual(expect.objectContaining({ id: '0' }));
    const settings = { ...only({}).settings, language: '32' };
    const root = await publish(world.request({ settings }));
    await publish(world.request({ settings, root, parent: root }));
    await publish(world.request(only({})));
    expect(world.network.posts().map(({ language }) => language)).toEqual([32, 0]);
    expect(world.network.comments()[0]).toMatchObject({ language: 32 });
    const english = world.network.createCommunity('english', { languages: [37] });
    await expect(
      publish(world.request({ settings: { ...only({ id: english.id }).settings, language: '32' } })),
    ).rejects.toThrow('language_not_allowed');
  });

  it('a picture is what a post shows, with its description; beside a URL it is the thumbnail', async () => {
    const media = [pngFile('asparagus on a plate')];
    await publish(world.request({ text: '', media }));
    await publish(world.request({ ...only({ url: 'https://cafe.example/menu' }), media }));
    const [shown, linked] = world.network.posts();
    const picture = expect.stringMatching(/\/image\/[\w-]+\.png$/);
    expect(shown).toMatchObject({ url: picture, thumbnail: null, alt: 'asparagus on a plate', body: null });
    expect(linked).toMatchObject({ url: 'https://cafe.example/menu', thumbnail: picture });
    expect((await fetch(shown?.url ?? '')).status).toBe(200);
  });

  it('a picture is uploaded once, however often a post is tried', async () => {
    await world.stop();
    world = await startWorld({ generation, limits: { images: 1 } });
    const request = world.request({ media: [pngFile()] });
    const context = { ...world.context, uploads: keepUploads() };
    await prepareStored(provider, request, context);
    await prepareStored(provider, request, context);
    await expect(prepareStored(provider, request, world.context)).rejects.toBeInstanceOf(RateLimited);
  });

  it('a thread is a comment on each post, and a comment on each of those, with its picture in the text', async () => {
    const settings = world.settingsFor({}, {});
    const root = await publish(world.request({ settings }));
    const second = await publish(world.request({ settings, text: 'Two', root, parent: root }));
    const media = [pngFile('a [cup] of tea')];
    const third = await publish(world.request({ settings, text: 'Three', media, root, parent: second }));
    const [first, other] = world.network.posts();
    const comments = world.network.comments();
    expect(comments.map(({ post, path }) => [post, path.split('.').length])).toEqual([
      [first?.id, 2],
      [other?.id, 2],
      [first?.id, 3],
      [other?.id, 3],
    ]);
    expect(third.url).toBe(`${world.front.url}/comment/${comments[2]?.id}`);
    expect(comments[3]?.content).toMatch(
      /^Three\n\n!\[a \\\[cup\\\] of tea\]\(http.+\/image\/[\w-]+\.png\)$/,
    );
  });

  it('a comment that is too long with its picture is refused before it is sent', async () => {
    const root = await publish();
    const request = world.request({ text: 'x'.repeat(9990), media: [pngFile()], root, parent: root });
    await expect(prepareStored(provider, request, world.context)).rejects.toThrow('Lemmy allows 10000');
  });

  it('a post to several communities is one in each, and takes its numbers from all', async () => {
    const published = await publish(
      world.request({ settings: world.settingsFor({}, { title: 'Cakes' }, {}) }),
    );
    expect(world.network.posts().map(({ community, name }) => [community, name])).toEqual([
      [world.communities[0]?.id, 'Spring menu'],
      [world.communities[1]?.id, 'Cakes'],
      [world.communities[2]?.id, 'Spring menu'],
    ]);
    expect(await provider.postAnalytics?.(world.channel, published, world.context)).toEqual([
      { label: 'Upvotes', total: 3 },
      { label: 'Downvotes', total: 0 },
      { label: 'Comments', total: 0 },
    ]);
    await provider.remove?.(world.channel, published, world.context);
    expect(world.network.posts().every(({ deleted }) => deleted)).toBe(true);
  });

  it('a comment has numbers of its own, and is deleted separately', async () => {
    const root = await publish();
    const comment = await publish(world.request({ root, parent: root }));
    expect(await provider.postAnalytics?.(world.channel, comment, world.context)).toContainEqual({
      label: 'Upvotes',
      total: 1,
    });
    await provider.remove?.(world.channel, comment, world.context);
    await provider.remove?.(world.channel, comment, world.context);
    expect(world.network.comments()[0]?.deleted).toBe(true);
    expect(world.network.posts()[0]?.deleted).toBe(false);
  });

  it.each<[string, (world: World) => void, string]>([
    [
      'was removed',
      ({ communities }) => void ((communities[1] ?? fail()).deleted = true),
      'baking was removed',
    ],
    [
      'has banned the account',
      ({ communities, person }) => void communities[1]?.banned.add(person.id),
      'baking has banned the account',
    ],
    [
      'lets only its moderators post',
      ({ communities }) => void ((communities[1] ?? fail()).restricted = true),
      'baking lets only its moderators post',
    ],
  ])('no post to several is published where one %s', async (_, change, text) => {
    const request = world.request({ settings: world.settingsFor({}, {}) });
    change(world);
    await expect(prepareStored(provider, request, world.context)).rejects.toThrow(
      `${text}; nothing was posted`,
    );
    const known = world.request({ settings: world.settingsFor({}, { id: 4242, subreddit: 'nowhere' }) });
    await expect(prepareStored(provider, known, world.context)).rejects.toThrow('nowhere does not exist');
  });

  it('its moderators may post where nobody else may', async () => {
    const place = world.communities[1] ?? fail();
    place.restricted = true;
    place.moderators.add(world.person.id);
    await publish(world.request({ settings: world.settingsFor({}, {}) }));
    expect(world.network.posts()).toHaveLength(2);
  });

  it('a post to several that is limited after the first is unknown as a whole, and goes on where it was', async () => {
    const request = world.request({ settings: world.settingsFor({}, {}, {}) });
    const prepared = await prepareStored(provider, request, world.context);
    world.network.arm({ acceptedBefore: 1, refusal: { code: 'rate_limit_error', times: 1 } });
    const error = await provider.publish(request, prepared, world.context).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(OutcomeUnknown);
    expect(error).toMatchObject({
      message: expect.stringContaining('1 of 3 posts are published'),
      resetAt: expect.any(Date),
    });
    expect(await provider.publish(request, prepared, world.context)).toMatchObject({ status: 'published' });
    expect(world.network.posts().map(({ community }) => community)).toEqual(
      world.communities.map(({ id }) => id),
    );
  });

  it('a refusal after the first is unknown, and once nothing more can be published it is final', async () => {
    const request = world.request({ settings: world.settingsFor({}, {}) });
    const prepared = await prepareStored(provider, request, world.context);
    world.network.arm({ acceptedBefore: 1, refusal: { code: 'language_not_allowed', times: 2 } });
    await expect(provider.publish(request, prepared, world.context)).rejects.toBeInstanceOf(OutcomeUnknown);
    const again = provider.publish(request, prepared, world.context);
    await expect(again).rejects.toBeInstanceOf(Rejected);
    await expect(again).rejects.toThrow('1 of 2 posts are published. Lemmy answered language_not_allowed');
  });

  it.each<[string, number, typeof Rejected | typeof OutcomeUnknown | typeof RateLimited]>([
    ['slurs', 400, Rejected],
    ['not_found', 404, Rejected],
    ['couldnt_find_community', 400, Rejected],
    ['couldnt_create_post', 400, OutcomeUnknown],
    ['couldnt_like_post', 400, OutcomeUnknown],
    ['unknown', 400, OutcomeUnknown],
    ['too_many_requests', 429, RateLimited],
  ])('the error %s with status %i is %p', async (code, status, expected) => {
    const request = world.request();
    const prepared = await prepareStored(provider, request, world.context);
    world.front.arm(refusal(code, status), isPublish);
    const error = await provider.publish(request, prepared, world.context).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(expected);
    expect(error).toMatchObject({ networkCode: code, message: expect.stringContaining(code) });
  });

  it('a page of a firewall is a reason to wait, as nothing was posted', async () => {
    const request = world.request();
    const prepared = await prepareStored(provider, request, world.context);
    world.front.arm({ kind: 'status', status: 403, body: '<html>Just a moment…</html>' }, isPublish);
    await expect(provider.publish(request, prepared, world.context)).rejects.toBeInstanceOf(RateLimited);
  });

  it('the limit of pictures, and a file that is none, are reported with the message of the instance', async () => {
    const request = world.request({ media: [{ ...pngFile(), mime: 'image/tiff' }] });
    const refused = prepareStored(provider, request, world.context);
    await expect(refused).rejects.toBeInstanceOf(Rejected);
    await expect(refused).rejects.toThrow('Unsupported image format');
  });

  describe('the tool subreddits', () => {
    const find = (word: string): Promise<unknown> =>
      provider.tools?.subreddits?.run(world.channel, { word }, world.context) ?? Promise.resolve();

    it('finds communities by a part of their names', async () => {
      expect(await find('ook')).toEqual([
        {
          id: String(world.communities[0]?.id),
          name: `!cooking@${new URL(world.network.url).host}`,
          subreddit: 'cooking',
          title: 'cooking',
          members: 12,
        },
      ]);
      expect(await find('nothing')).toEqual([]);
    });

    it('finds one of another instance by its name or URL, with the id that it has here', async () => {
      world.network.createElsewhere('gardening', 'lemmy.example');
      expect(await find('gardening')).toEqual([]);
      const [found] = (await find('gardening@lemmy.example')) as { id: string; name: string }[];
      expect(found).toMatchObject({ name: '!gardening@lemmy.example' });
      expect(await find('!gardening@lemmy.example')).toEqual([found]);
      expect(await find('https://lemmy.example/c/gardening')).toEqual([found]);
      expect(await find('nobody@lemmy.example')).toEqual([]);
      await publish(world.request(only({ id: found?.id, subreddit: 'gardening' })));
      expect(world.network.posts()[0]?.community).toBe(Number(found?.id));
    });
  });
});

function fail(): never {
  throw new Error('there are three communities');
}

testAgainstLemmy(recorder);
