import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { OutcomeUnknown, RateLimited, Rejected } from '../_kit/errors.ts';
import { filmFile, pngFile, prepareStored, publishUntilLive } from '../_kit/test-harness.ts';
import { settingsFor, startWorld, type World } from './fixtures/world.ts';
import { reddit as provider } from './index.ts';

let world: World;
beforeEach(async () => void (world = await startWorld()));
afterEach(() => world.stop());

type Overrides = Parameters<World['request']>[0];
const publish = (overrides: Overrides = {}) =>
  publishUntilLive(provider, world.request(overrides), world.context);
const files = (settings: Record<string, unknown>, media: ReturnType<typeof pngFile>[]) =>
  publish({ text: 'Fresh from the oven', media, settings });

describe('a submission to Reddit', () => {
  it('is a text with its title, in the subreddit of the settings, however its name is written', async () => {
    const live = await publish({ text: '**Tea** & cake', settings: settingsFor({ subreddit: '/r/Cafes/' }) });
    expect(world.live()).toEqual([
      expect.objectContaining({
        subreddit: 'cafes',
        title: 'Spring menu',
        text: '**Tea** & cake',
        isSelf: true,
      }),
    ]);
    expect(live).toEqual({
      id: world.live()[0]?.id,
      url: `https://www.reddit.com${world.live()[0]?.permalink}`,
      ref: { names: [`t3_${world.live()[0]?.id}`] },
    });
  });

  it('is a link with a text, also one that was submitted before', async () => {
    const settings = settingsFor({ type: 'link', url: 'https://cafe.example/menu' });
    await publish({ text: 'Our menu', settings });
    await publish({ text: 'Our menu', settings });
    expect(world.live()).toHaveLength(2);
    expect(world.live()[0]).toMatchObject({
      url: 'https://cafe.example/menu',
      text: 'Our menu',
      isSelf: false,
    });
  });

  it('has the flair of the settings, without which a subreddit may refuse it', async () => {
    world.network.addSubreddit({
      name: 'flairs',
      flairRequired: true,
      flairs: [{ id: 'f1', text: 'News', mod_only: false }],
    });
    const to = (more: object) => settingsFor({ subreddit: 'flairs', ...more });
    await expect(publish({ settings: to({}) })).rejects.toThrow('Your post must contain post flair');
    await publish({ settings: to({ is_flair_required: true, flair: { id: 'f1', name: 'News' } }) });
    expect(world.live()).toEqual([expect.objectContaining({ flair: 'f1' })]);
  });

  it.each([
    ['media', pngFile(), 'https://i.redd.it/'],
    ['image', pngFile(), 'https://i.redd.it/'],
    ['media', filmFile(), 'https://v.redd.it/'],
    ['video', filmFile(), 'https://v.redd.it/'],
    ['videogif', filmFile(), 'https://v.redd.it/'],
  ])(
    'of the type %s takes the uploaded file, and is live once Reddit has processed it',
    async (type, file, at) => {
      const live = await files(settingsFor({ type }), [file]);
      const [entry] = world.live();
      expect(entry).toMatchObject({ text: 'Fresh from the oven', assets: [expect.any(String)] });
      expect(entry?.url.startsWith(at)).toBe(true);
      expect(live.id).toBe(entry?.id);
    },
  );

  it('with a video is shown by the picture that stands for it until it plays', async () => {
    const thumbnail = pngFile();
    await files(settingsFor({ type: 'video' }), [{ ...filmFile(), thumbnail }]);
    await files(settingsFor({ type: 'video' }), [filmFile()]);
    const posters = world.live().map(({ poster }) => poster);
    expect(posters.map((bytes) => bytes === thumbnail.size)).toEqual([true, false]);
  });

  it('of several pictures is a gallery, where the subreddit accepts one', async () => {
    const pictures = [pngFile(), pngFile(), pngFile()];
    await files(settingsFor({ type: 'media' }), pictures);
    expect(world.live()).toEqual([
      expect.objectContaining({ assets: expect.arrayContaining([expect.any(String)]) }),
    ]);
    expect(world.live()[0]?.assets).toHaveLength(3);
    world.network.addSubreddit({ name: 'plain', galleries: false });
    await expect(files(settingsFor({ type: 'media', subreddit: 'plain' }), pictures)).rejects.toThrow(
      'GALLERIES_DISABLED "Gallery posts aren\'t allowed in this subreddit": the subreddit does not accept',
    );
  });

  it('uploads a file once, although the first try of preparing breaks off', async () => {
    const request = world.request({
      media: [pngFile()],
      settings: settingsFor({ type: 'image' }, { type: 'image' }),
    });
    const ctx = world.context;
    const leases = (): number =>
      world.network.requests().filter(({ path }) => path === '/api/media/asset.json').length;
    let asked = 0;
    world.front.arm(
      { kind: 'status', status: 503, body: '' },
      ({ path }) => path.startsWith('/api/media') && ++asked === 2,
    );
    await expect(prepareStored(provider, request, ctx)).rejects.toBeInstanceOf(OutcomeUnknown);
    expect(leases()).toBe(1);
    const stored = await prepareStored(provider, request, ctx);
    expect(leases()).toBe(2);
    await provider.publish(request, stored, ctx);
    expect(world.live()).toHaveLength(2);
  });

  it('with a file that is too large for the storage is refused, and smaller ones go through', async () => {
    await world.stop();
    world = await startWorld({ limits: { fileBytes: 1000 } });
    const large = { ...pngFile(), blob: async () => new Blob([Buffer.alloc(1001)]) };
    await expect(files(settingsFor({ type: 'image' }), [large])).rejects.toThrow('EntityTooLarge');
    await files(settingsFor({ type: 'image' }), [pngFile()]);
    expect(world.live()).toHaveLength(1);
  });
});

describe('a post to several subreddits', () => {
  const THREE = settingsFor(
    {},
    { subreddit: 'bakeries' },
    { subreddit: 'tearooms', title: 'Menu of the spring' },
  );
  const places = (): string[] => world.live().map(({ subreddit }) => subreddit);

  it('is submitted to each in the order of the settings, and its comments to each submission', async () => {
    const root = await publish({ settings: THREE });
    expect(places()).toEqual(['cafes', 'bakeries', 'tearooms']);
    const second = await publish({ text: 'More', root, parent: root, settings: THREE });
    await publish({ text: 'And more', root, parent: second, settings: THREE });
    const [posts, comments, last] = [
      world.live().slice(0, 3),
      world.live().slice(3, 6),
      world.live().slice(6),
    ];
    expect(comments.map(({ parent }) => parent)).toEqual(posts.map(({ id }) => `t3_${id}`));
    expect(last.map(({ parent }) => parent)).toEqual(comments.map(({ id }) => `t1_${id}`));
    await provider.remove?.(world.channel, root, world.context);
    expect(world.live().filter(({ kind }) => kind === 't3')).toEqual([]);
  });

  it('of which one has a picture is complete once that is processed, after the others', async () => {
    world.network.arm({ processingReads: 2 });
    const settings = settingsFor(
      { type: 'image' },
      { subreddit: 'bakeries', type: 'link', url: 'https://cafe.example/menu' },
      { subreddit: 'tearooms', type: 'link', url: 'https://cafe.example/menu' },
    );
    const root = await publish({ settings, media: [pngFile()] });
    const [picture, ...links] = world.live();
    expect(root.ref).toEqual({ names: [picture, ...links].map((entry) => `t3_${entry?.id}`) });
    expect(links.every(({ id }) => id < (picture?.id ?? ''))).toBe(true);
  });

  it.each([
    ['does not exist', { name: 'elsewhere' }, 'HTTP 404'],
    ['has banned the account', { name: 'tearooms', hasBanned: true }, 'has banned the account'],
    ['is private', { name: 'tearooms', isPrivate: true }, 'private'],
    ['accepts links only', { name: 'tearooms', type: 'link' as const }, 'does not accept text'],
  ])('is refused as a whole before anything is published if one %s', async (_, subreddit, message) => {
    world.network.addSubreddit(subreddit);
    const settings = subreddit.name === 'elsewhere' ? settingsFor({}, { subreddit: 'nowhere' }) : THREE;
    await expect(publish({ settings })).rejects.toThrow(message);
    expect(places()).toEqual([]);
  });

  it('that has to wait after the first is looked up, and goes on with the next', async () => {
    world.network.arm({ acceptedBefore: 1, rateLimit: { words: 'Take a break for 2 minutes.' } });
    const request = world.request({ settings: THREE });
    const prepared = await prepareStored(provider, request, world.context);
    const sentAt = new Date();
    const error = await provider.publish(request, prepared, world.context).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(OutcomeUnknown);
    expect(error).toMatchObject({
      message: expect.stringContaining('1 of 3 submissions are published'),
      networkCode: 'RATELIMIT',
      resetAt: expect.any(Date),
    });
    expect(
      await provider.verify(request, { prepared, sentAt, readAt: new Date(), ref: null }, world.context),
    ).toMatchObject({ status: 'repeatable', evidence: '1 of the 3 submissions are published' });
    world.network.arm({ rateLimit: null });
    const result = await provider.publish(request, prepared, world.context);
    expect([result.status, places()]).toEqual(['published', ['cafes', 'bakeries', 'tearooms']]);
  });

  it('that has to wait before the first has not been sent', async () => {
    world.network.arm({
      rateLimit: { words: 'you are doing that too much. try again in 8 minutes.', seconds: 508.3 },
    });
    await expect(publish({ settings: THREE })).rejects.toBeInstanceOf(RateLimited);
    expect(places()).toEqual([]);
  });

  it('of which one is refused permanently needs a person, and is never sent twice to the others', async () => {
    world.network.addSubreddit({ name: 'bakeries', forbiddenInTitles: ['menu'] });
    const request = world.request({ settings: THREE });
    const prepared = await prepareStored(provider, request, world.context);
    const send = (): Promise<unknown> =>
      provider.publish(request, prepared, world.context).catch((error: unknown) => error);
    expect(await send()).toBeInstanceOf(OutcomeUnknown);
    const again = await send();
    expect(again).toBeInstanceOf(Rejected);
    expect(again).toMatchObject({
      message: expect.stringContaining('1 of 3 submissions are published. Reddit answered'),
    });
    expect(places()).toEqual(['cafes']);
  });

  it('does not take the submissions of another post with the same text for its own', async () => {
    const first = world.request({ text: 'Same', settings: THREE });
    const attempt = await world.lose(first, 'reset_before');
    const other = await publish({ text: 'Same', settings: THREE });
    const isTaken = ({ id }: { id: string }): boolean => id === other.id;
    // The other's later submissions are not known by their ids, but nothing of ours comes before them.
    expect(await provider.verify(first, { ...attempt, isTaken }, world.context)).toMatchObject({
      status: 'absent',
    });
  });
});

describe('a comment', () => {
  it('that Reddit accepts without showing it is looked up', async () => {
    const root = await publish();
    world.network.arm({ hideComment: true });
    const request = world.request({ text: 'Open till ten', root, parent: root });
    const prepared = await prepareStored(provider, request, world.context);
    await expect(provider.publish(request, prepared, world.context)).rejects.toBeInstanceOf(OutcomeUnknown);
    const attempt = { prepared, sentAt: new Date(), readAt: new Date(), ref: null };
    expect(await provider.verify(request, attempt, world.context)).toMatchObject({
      status: 'found',
      published: { id: world.live()[1]?.id },
      byWords: true,
    });
  });

  it("on a submission that is deleted is refused with Reddit's message", async () => {
    const root = await publish();
    await publish({ text: 'In time', root, parent: root });
    await provider.remove?.(world.channel, root, world.context);
    await expect(publish({ text: 'Too late', root, parent: root })).rejects.toThrow('DELETED_LINK');
  });
});
