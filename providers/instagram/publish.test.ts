/** A post on Instagram, part by part; the same for accounts without a Page. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createRecorder } from '../../src/test/oracles/exchange.ts';
import { testAgainstMeta } from '../../src/test/oracles/meta/meta.ts';
import { AlreadyThere, RateLimited, Rejected } from '../_kit/errors.ts';
import { filmFile, keepUploads, prepareStored } from '../_kit/test-harness.ts';
import { fault, picture, startWorld, type World } from '../_shared/meta/fixtures/world.ts';
import { GRAPH_VERSION } from '../_shared/meta/graph.ts';
import { instagram as provider } from './index.ts';

const recorder = createRecorder();
let world: World;
beforeAll(async () => {
  world = await startWorld(provider, { recorder });
});
afterAll(() => world.stop());

const bytes = `${filmFile().size} bytes`;

describe('a post to Instagram', () => {
  it('is a picture, a reel or a carousel, with alternative texts and collaborators', async () => {
    const settings = { post_type: 'post', collaborators: [{ label: '@grace' }] };
    await world.publish(world.request({ text: 'One', settings }));
    await world.publish(world.request({ text: 'Reel', media: [filmFile()] }));
    await world.publish(world.request({ text: 'Both', media: [filmFile(), picture('A menu')], settings }));
    const [one, reel, both] = world.live();
    expect(one).toMatchObject({ type: 'IMAGE', alts: ['a single pixel'] });
    expect(reel).toMatchObject({ type: 'VIDEO', files: [bytes], fields: { media_type: 'REELS' } });
    expect(both).toMatchObject({ type: 'CAROUSEL_ALBUM', text: 'Both', alts: ['A menu'] });
    expect([one, both].map((entry) => entry?.fields.collaborators)).toEqual(['["grace"]', '["grace"]']);
  });

  it('can be a reel for people who do not follow yet, with music', async () => {
    const settings = {
      post_type: 'post',
      is_trial_reel: true,
      graduation_strategy: 'SS_PERFORMANCE',
      audio: { id: '587784932', audio_volume: 40 },
    };
    await world.publish(world.request({ text: 'Trial', media: [filmFile()], settings }));
    const { trial_params: trial = '', audio_configuration: audio = '' } = world.live().at(-1)?.fields ?? {};
    expect([JSON.parse(trial), JSON.parse(audio)]).toEqual([
      { graduation_strategy: 'SS_PERFORMANCE' },
      { audio_id: '587784932', audio_volume: 40, video_volume: 100 },
    ]);
  });

  it('shows a reel by the picture or the moment that stands for it, and a video in a carousel by its moment', async () => {
    const film = { ...filmFile(), thumbnailAtMs: 1200 };
    const cover = picture();
    await world.publish(world.request({ text: 'By picture', media: [{ ...film, thumbnail: cover }] }));
    const reel = world.live().at(-1)?.fields;
    expect([reel?.cover_url, reel?.thumb_offset]).toEqual([expect.stringContaining('/signed/'), '1200']);
    await world.publish(world.request({ text: 'By moment', media: [film, picture()] }));
    expect(world.live().at(-1)?.files).toHaveLength(2);
    await world.publish(world.request({ text: 'As it is', media: [filmFile()] }));
    expect(world.live().at(-1)?.fields).not.toHaveProperty('thumb_offset');
  });

  it('sends a video to the place that its container names, and the token to no other server', async () => {
    const publishReel = async (text: string): Promise<unknown> => {
      await world.publish(world.request({ text, media: [filmFile()] }));
      return world.live().at(-1);
    };
    world.network.nameUploads(`${world.front.url}/ig-api-upload/v99.0`);
    expect(await publishReel('As named')).toMatchObject({ text: 'As named', files: [bytes] });
    world.network.nameUploads(`https://uploads.elsewhere.example/ig-api-upload/${GRAPH_VERSION}`);
    expect(await publishReel('As documented')).toMatchObject({ text: 'As documented', files: [bytes] });
    world.network.nameUploads(null);
  });

  it('is a story for each file, and after a break only those that are missing follow', async () => {
    const before = world.live().length;
    const request = world.request({ media: [picture(), filmFile()], settings: { post_type: 'story' } });
    const prepared = await prepareStored(provider, request, world.context);
    let calls = 0;
    world.front.arm(
      { kind: 'reset_before' },
      ({ path }) => path.endsWith('/media_publish') && (calls += 1) === 2,
    );
    await expect(provider.publish(request, prepared, world.context)).rejects.toThrow();
    const attempt = { prepared, sentAt: new Date(), readAt: new Date(), ref: null };
    expect(await provider.verify(request, attempt, world.context)).toMatchObject({ status: 'repeatable' });
    await provider.publish(request, prepared, world.context);
    const stories = world.live().slice(before);
    expect(stories.map(({ kind, type, text }) => [kind, type, text])).toEqual([
      ['story', 'IMAGE', ''],
      ['story', 'VIDEO', ''],
    ]);
    const verdict = await provider.verify(request, attempt, world.context);
    expect(verdict).toMatchObject({ status: 'found', published: { id: stories[0]?.id } });
  });

  it('makes no second container when the first try ended before the post was sent', async () => {
    const slow = await startWorld(provider, { limits: { processingReads: 1 } });
    const { context } = slow;
    const uploads = keepUploads();
    const request = slow.request({ text: 'Again', media: [filmFile(), picture()] });
    const first = await prepareStored(provider, request, { ...context, uploads });
    expect(await prepareStored(provider, request, { ...context, uploads })).toEqual(first);
    await slow.stop();
  });

  it("names a URL of the picture that expires, and is refused with Instagram's message without one", async () => {
    const file = picture();
    await world.publish(world.request({ text: 'Expires', media: [file] }));
    const [url = ''] = world.live().at(-1)?.files ?? [];
    expect(url).toMatch(/\/signed\//);
    const fetching = await startWorld(provider, { reach: async () => new Response(null, { status: 404 }) });
    const failed = fetching.publish(fetching.request({ text: 'Gone', media: [file] }));
    await expect(failed).rejects.toThrow(Rejected);
    await expect(failed).rejects.toMatchObject({ networkCode: '9004/2207052' });
    expect(fetching.live()).toEqual([]);
    await fetching.stop();
  });

  it("is refused with Instagram's message when a file cannot be processed, and leaves nothing behind", async () => {
    world.network.failMedia('The video format is not supported, with a code of 2207026');
    const before = world.live().length;
    const failed = world.publish(world.request({ text: 'Broken', media: [filmFile()] }));
    await expect(failed).rejects.toThrow(Rejected);
    await expect(failed).rejects.toMatchObject({ networkCode: '2207026' });
    world.network.failMedia(null);
    expect(world.live()).toHaveLength(before);
  });

  it('that was published is found by its container, and one that was not may be sent again', async () => {
    const lost = world.request({ text: 'Lost' });
    const found = await provider.verify(lost, await world.lose(lost), world.context);
    expect(found).toMatchObject({ status: 'found', published: { id: world.live().at(-1)?.id } });
    const unsent = world.request({ text: 'Unsent' });
    const attempt = await world.lose(unsent, 'reset_before');
    expect(await provider.verify(unsent, attempt, world.context)).toMatchObject({ status: 'repeatable' });
  });

  it('reports it where its container was published already, as after a request that seemed to be lost', async () => {
    const request = world.request({ text: 'Once' });
    const attempt = await world.lose(request);
    const again = provider.publish(request, attempt.prepared, world.context);
    await expect(again).rejects.toThrow(AlreadyThere);
  });

  it('has comments below it, and a lost one is found among them', async () => {
    const root = await world.publish(world.request({ text: 'With comments' }));
    const comment = world.request({ text: 'More', root, parent: root });
    const found = await provider.verify(comment, await world.lose(comment), world.context);
    expect(found).toMatchObject({ status: 'found', published: { id: world.live().at(-1)?.id } });
    const unsent = world.request({ text: 'And more', root, parent: root });
    const attempt = await world.lose(unsent, 'reset_before');
    expect(await provider.verify(unsent, attempt, world.context)).toMatchObject({ status: 'absent' });
  });

  it('has its numbers, and the account has those of its days', async () => {
    const live = await world.publish(world.request({ text: 'Counted' }));
    expect(await provider.postAnalytics?.(world.channel, live, world.context)).toContainEqual({
      label: 'Saves',
      total: 5,
    });
    expect(await provider.analytics?.(world.channel, world.context)).toEqual(
      expect.arrayContaining([
        { label: 'Reach', total: 30, days: [expect.objectContaining({ total: 20 }), expect.anything()] },
        { label: 'Saves', total: 9 },
      ]),
    );
  });

  it('has the numbers of its kind: a story has replies, and neither likes nor saves', async () => {
    const labelsOf = async (...[overrides]: Parameters<World['request']>): Promise<string[] | undefined> => {
      const live = await world.publish(world.request(overrides));
      const numbers = await provider.postAnalytics?.(world.channel, live, world.context);
      return numbers?.map(({ label }) => label);
    };
    const story = await labelsOf({ media: [picture()], settings: { post_type: 'story' } });
    expect(story).toEqual(['Views', 'Reach', 'Replies', 'Shares']);
    expect(await labelsOf({ text: 'Moving', media: [filmFile()] })).toContain('Saves');
  });

  it('has no numbers while a story has too few viewers, and those of every kind where one is refused', async () => {
    const settings = { post_type: 'story' };
    const live = await world.publish(world.request({ media: [picture()], settings }));
    const numbers = () => provider.postAnalytics?.(world.channel, live, world.context);
    const refuse = (code: number, message: string): void =>
      world.front.arm(fault(400, code, message), ({ path }) => path.includes('metric=views%2Creach%2C'));
    refuse(10, '(#10) Not enough viewers for the media to show insights');
    expect(await numbers()).toEqual([]);
    refuse(100, '(#100) The Media Insights API does not support the shares metric');
    expect((await numbers())?.map(({ label }) => label)).toEqual(['Views', 'Reach']);
    world.front.disarm();
  });

  it('has a place, tagged people, and the label of AI: in a carousel on the whole, but people on their picture', async () => {
    const settings = {
      post_type: 'post',
      location_id: '7640348500',
      is_ai_generated: true,
      user_tags: [{ label: '@grace' }, { label: 'judy' }, { label: 'ada', x: 0.1, y: 0.9, file: 1 }],
    };
    await world.publish(world.request({ text: 'Who is there', media: [picture(), picture()], settings }));
    const whole = world.live().at(-1);
    expect(whole?.fields).toMatchObject({ location_id: '7640348500', is_ai_generated: 'true' });
    expect(whole?.fields).not.toHaveProperty('user_tags');
    expect(whole?.tags).toEqual([
      [
        { username: 'grace', x: 0.33, y: 0.5 },
        { username: 'judy', x: 0.67, y: 0.5 },
      ],
      [{ username: 'ada', x: 0.1, y: 0.9 }],
    ]);
    const reel = { ...settings, user_tags: [{ label: 'grace', x: 0.1, y: 0.1 }], share_to_feed: false };
    const signedUrl = async (): Promise<string> => 'https://crier.example/uploads/signed/chosen.jpg';
    const settingsMedia = { cover: { ...picture(), signedUrl } };
    const media = [{ ...filmFile(), thumbnail: picture(), thumbnailAtMs: 5 }];
    const own = { ...reel, thumb_offset: 700 };
    await world.publish(world.request({ text: 'Moving', media, settings: own, settingsMedia }));
    const { fields, tags } = world.live().at(-1) ?? {};
    expect(fields).toMatchObject({ share_to_feed: 'false', thumb_offset: '700' });
    expect(fields?.cover_url).toBe('https://crier.example/uploads/signed/chosen.jpg');
    expect(tags).toEqual([[{ username: 'grace' }]]);
    const story = { post_type: 'story', user_tags: [{ label: 'grace' }] };
    await world.publish(world.request({ media: [picture()], settings: story }));
    expect(world.live().at(-1)?.tags).toEqual([[{ username: 'grace' }]]);
  });

  it('finds music for a reel by its title', async () => {
    const run = (q: string) => provider.tools?.audioSearch?.run(world.channel, { q }, world.context);
    expect(await run('spring')).toEqual([
      { id: '587784932', title: 'Spring', artist: 'A. Vivaldi', image: null },
    ]);
    expect(await run('winter')).toEqual([]);
  });

  it('waits when the account has used up what Instagram allows in 24 hours', async () => {
    const full = await startWorld(provider, { limits: { posts: 1 } });
    await full.publish(full.request());
    await expect(full.publish(full.request())).rejects.toThrow(RateLimited);
    await full.stop();
  });
});

testAgainstMeta('instagram', recorder);
