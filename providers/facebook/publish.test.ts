/** A post to a Facebook Page, part by part. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createRecorder } from '../../src/test/oracles/exchange.ts';
import { testAgainstMeta } from '../../src/test/oracles/meta/meta.ts';
import type { MediaFile, Published } from '../_kit/contract.ts';
import { AlreadyThere, RateLimited, Rejected } from '../_kit/errors.ts';
import { filmFile, keepUploads, pngFile, prepareStored, publishUntilLive } from '../_kit/test-harness.ts';
import { accept, expectPatience } from '../_kit/test-poll.ts';
import { onShortPages, SHORT_PAGE } from '../_kit/test-wire.ts';
import { fault, startWorld, type World } from '../_shared/meta/fixtures/world.ts';
import { facebook as provider } from './index.ts';
import { inEnglish, type Words } from '../_kit/sentences/fill.ts';

const recorder = createRecorder();
let world: World;
beforeAll(async () => {
  world = await startWorld(provider, { recorder, limits: { processingReads: 1 } });
});
afterAll(() => world.stop());

/** Longer than one part of an upload. */
const film = (): MediaFile => {
  const bytes = new Blob([new Uint8Array(2500)]);
  return { ...filmFile(), size: bytes.size, blob: async () => bytes };
};
const isFinish = (): Parameters<World['front']['arm']>[1] => {
  let calls = 0;
  // start, three parts, finish
  return ({ method, path }) => method === 'POST' && path.endsWith('/videos') && (calls += 1) === 5;
};

describe('a post to a Facebook Page', () => {
  it('is a text with a link or a background, or photos with what they show', async () => {
    await world.publish(world.request({ text: 'A link', settings: { url: 'https://example.com/menu' } }));
    await world.publish(
      world.request({ text: 'Purple', settings: { text_format_preset_id: '106018623298955' } }),
    );
    await world.publish(world.request({ text: 'Photos', media: [pngFile('A menu'), pngFile('A table')] }));
    const [link, purple, photos] = world.live();
    expect(link?.fields).toEqual({ message: 'A link', link: 'https://example.com/menu' });
    expect(purple?.fields).toMatchObject({ text_format_preset_id: '106018623298955' });
    expect(photos).toMatchObject({ text: 'Photos', type: 'IMAGE', alts: ['A menu', 'A table'] });
  });

  it('is a video that is sent in parts, and is published when Facebook has processed it', async () => {
    const live = await world.publish(world.request({ text: 'A film', media: [film()] }));
    expect(world.live().at(-1)).toMatchObject({ id: live.id, text: 'A film', type: 'VIDEO' });
    expect(live.url).toBe(`https://www.facebook.com/reel/${live.id}/`);
  });

  it('with a video has its title, and the picture that stands for it, unless its file is gone', async () => {
    const settings = { video_title: 'Spring, moving' };
    const chosen = { ...pngFile(), fileName: 'chosen.png' };
    const post = { text: 'With both', media: [{ ...filmFile(), thumbnail: pngFile() }], settings };
    await world.publish(world.request({ ...post, settingsMedia: { thumbnail: chosen } }));
    expect(world.live().at(-1)?.fields).toMatchObject({
      title: 'Spring, moving',
      description: 'With both',
      thumb: 'file',
    });
    const blob = async (): Promise<Blob> => Promise.reject(new Rejected('The file is gone'));
    await world.publish(world.request({ ...post, settingsMedia: { thumbnail: { ...chosen, blob } } }));
    expect(world.live().at(-1)?.fields).not.toHaveProperty('thumb');
  });

  it('with a video is known by the post that shows it, too, and is no lost text of the same words', async () => {
    const film = await world.publish(world.request({ text: 'Same words', media: [filmFile()] }));
    const keys = provider.keysOf?.(film) ?? [];
    expect(keys).toEqual([film.id, expect.stringMatching(/^\d+_\d+$/)]);
    const text = world.request({ text: 'Same words' });
    const attempt = await world.lose(text);
    const isTaken = (post: Published): boolean => keys.includes(provider.keyOf(post));
    const found = await provider.verify(text, { ...attempt, isTaken }, world.context);
    expect(found).toMatchObject({ status: 'found', published: { id: world.live().at(-1)?.id } });
  });

  it('with a video has its subtitles once Facebook has processed it, once, and is published without them otherwise', async () => {
    const subtitles = { language: 'de', file: '1\n00:00:01,000 --> 00:00:02,000\nFrühlingskarte\n' };
    const losses: string[] = [];
    const noteLoss = async (_: string, why: Words): Promise<void> => void losses.push(inEnglish(why));
    const context = { ...world.context, noteLoss };
    const request = world.request({ text: 'With subtitles', media: [filmFile()], settings: { subtitles } });
    const { id } = await publishUntilLive(provider, request, context);
    await provider.poll?.(request, { id }, context);
    expect([...world.network.captionsOf(id)]).toEqual([['de_DE', expect.stringContaining('Frühlingskarte')]]);
    world.front.arm(fault(400, 100, 'Invalid parameter'), ({ path }) => path.endsWith('/captions'));
    const other = world.request({ text: 'Without', media: [filmFile()], settings: { subtitles } });
    await publishUntilLive(provider, other, context);
    expect([world.live().at(-1)?.text, losses]).toEqual([
      'Without',
      [expect.stringContaining('Invalid parameter')],
    ]);
  });

  it('can name a place', async () => {
    await world.publish(world.request({ text: 'Here', settings: { place: '7640348500' } }));
    expect(world.live().at(-1)?.fields).toMatchObject({ place: '7640348500' });
  });

  it('with a video is rejected where Facebook cannot process it, and not by one odd read', async () => {
    world.network.failMedia('Unsupported video format');
    const post = await accept(provider, world.request({ media: [film()] }), world.context);
    world.network.failMedia(null);
    await expectPatience(post, world.context, [{ id: '1' }, { id: '1', status: {} }]);
    expect(await provider.poll?.(post.request, post.ref, world.context)).toEqual({
      status: 'rejected',
      reason: expect.objectContaining({
        message: 'Facebook could not process the video: Unsupported video format',
      }),
      networkCode: 'error',
    });
  });

  it('with a video is found by the video after the last answer was lost', async () => {
    const request = world.request({ text: 'A lost film', media: [film()] });
    const { context } = world;
    world.front.arm({ kind: 'reset_after' }, isFinish());
    const prepared = await prepareStored(provider, request, context);
    await expect(provider.publish(request, prepared, context)).rejects.toThrow();
    const attempt = { prepared, sentAt: new Date(), readAt: new Date(), ref: null };
    expect(await provider.verify(request, attempt, context)).toMatchObject({ status: 'unknown' });
    const found = await provider.verify(request, attempt, context);
    expect(found).toMatchObject({ status: 'found', published: { id: world.live().at(-1)?.id } });
  });

  it('with a video that was found after the last answer was lost gets its subtitles then', async () => {
    const subtitles = { language: 'en', file: '1\n00:00:01,000 --> 00:00:02,000\nTea\n' };
    const request = world.request({ text: 'Lost, with words', media: [film()], settings: { subtitles } });
    const { context } = world;
    world.front.arm({ kind: 'reset_after' }, isFinish());
    const prepared = await prepareStored(provider, request, context);
    await expect(provider.publish(request, prepared, context)).rejects.toThrow();
    const attempt = { prepared, sentAt: new Date(), readAt: new Date(), ref: null };
    await provider.verify(request, attempt, context);
    const found = await provider.verify(request, attempt, context);
    if (found.status !== 'found') throw new Error(`it is ${found.status}`);
    expect(found.pollAfterMs).toBeGreaterThan(0);
    expect(world.network.captionsOf(found.published.id).size).toBe(0);
    const polled = await provider.poll?.(request, found.published.ref, context);
    expect(polled).toEqual({ status: 'published', published: found.published });
    const captions = [...world.network.captionsOf(found.published.id)];
    expect(captions).toEqual([['en_US', expect.stringContaining('Tea')]]);
    expect(world.live().filter(({ text }) => text === 'Lost, with words')).toHaveLength(1);
  });

  it('with a video is finished again when Facebook never saw the last call', async () => {
    const request = world.request({ text: 'A film to repeat', media: [film()] });
    const { context } = world;
    world.front.arm({ kind: 'reset_before' }, isFinish());
    const prepared = await prepareStored(provider, request, context);
    await expect(provider.publish(request, prepared, context)).rejects.toThrow();
    const attempt = { prepared, sentAt: new Date(), readAt: new Date(), ref: null };
    expect(await provider.verify(request, attempt, context)).toMatchObject({ status: 'repeatable' });
    await provider.publish(request, prepared, context);
    expect(world.live().filter(({ text }) => text === 'A film to repeat')).toHaveLength(1);
  });

  it('is a story for each file, and after a break only those that are missing follow', async () => {
    const settings = { post_type: 'story' };
    const before = world.live().length;
    const request = world.request({ media: [filmFile(), pngFile()], settings });
    const prepared = await prepareStored(provider, request, world.context);
    world.front.arm({ kind: 'reset_before' }, ({ path }) => path.endsWith('/photo_stories'));
    await expect(provider.publish(request, prepared, world.context)).rejects.toThrow();
    const attempt = { prepared, sentAt: new Date(), readAt: new Date(), ref: null };
    // The video is processed before its story is listed.
    expect(await provider.verify(request, attempt, world.context)).toMatchObject({ status: 'unknown' });
    expect(await provider.verify(request, attempt, world.context)).toMatchObject({ status: 'repeatable' });
    await provider.publish(request, prepared, world.context);
    const stories = world.live().slice(before);
    expect(stories.map(({ kind, type }) => [kind, type])).toEqual([
      ['story', 'VIDEO'],
      ['story', 'IMAGE'],
    ]);
    expect(await provider.verify(request, attempt, world.context)).toMatchObject({ status: 'found' });
  });

  it('is no story that is absent while the Page has more of them than are read', async () => {
    const story = (count: number) =>
      world.request({
        media: Array.from({ length: count }, () => pngFile()),
        settings: { post_type: 'story' },
      });
    const request = story(1);
    const prepared = await prepareStored(provider, request, world.context);
    await provider.publish(request, prepared, world.context);
    const others = story(5 * SHORT_PAGE);
    await provider.publish(others, await prepareStored(provider, others, world.context), world.context);
    const attempt = { prepared, sentAt: new Date(), readAt: new Date(), ref: null };
    const verdict = await provider.verify(request, attempt, onShortPages(world.context));
    expect(verdict).toMatchObject({
      status: 'unknown',
      reason: expect.stringContaining('more than 25 stories'),
    });
    expect(await provider.verify(request, attempt, world.context)).toMatchObject({ status: 'found' });
  });

  it('with photos is found by them although its text was changed, and a lost text by its content', async () => {
    const pictured = world.request({ text: 'Pictured', media: [pngFile()] });
    const lost = await world.lose(pictured);
    // As if the post had been rewritten since.
    const rewritten = { ...lost, prepared: { ...(lost.prepared as object), text: 'Other words' } };
    const verdict = await provider.verify(pictured, rewritten, world.context);
    expect(verdict).toMatchObject({ status: 'found', byWords: false });
    const text = world.request({ text: 'Only  words\n' });
    const found = await provider.verify(text, await world.lose(text), world.context);
    expect(found).toMatchObject({ status: 'found', byWords: true });
    const unsent = world.request({ text: 'Unsent' });
    const attempt = await world.lose(unsent, 'reset_before');
    expect(await provider.verify(unsent, attempt, world.context)).toMatchObject({ status: 'absent' });
  });

  it('has comments with a photo, each below the one before, and a lost one is found', async () => {
    const root = await world.publish(world.request({ text: 'With comments' }));
    const second = await world.publish(
      world.request({ text: 'More', root, parent: root, media: [pngFile()] }),
    );
    const third = world.request({ text: 'And more', root, parent: second });
    const found = await provider.verify(third, await world.lose(third), world.context);
    expect(found).toMatchObject({ status: 'found', published: { id: world.live().at(-1)?.id } });
    expect(
      world
        .live()
        .slice(-2)
        .map(({ parent }) => parent),
    ).toEqual([root.id, second.id]);
  });

  it('uploads nothing a second time when the first try ended before the post was sent', async () => {
    const { context } = world;
    const uploads = keepUploads();
    const request = world.request({ text: 'Again', media: [pngFile(), pngFile()] });
    const first = await prepareStored(provider, request, { ...context, uploads });
    expect(await prepareStored(provider, request, { ...context, uploads })).toEqual(first);
  });

  it("is refused with Facebook's message when the file is none, or the text is that of the last post", async () => {
    world.network.failMedia('Invalid image data');
    await expect(world.publish(world.request({ media: [pngFile()] }))).rejects.toThrow('Invalid image data');
    world.network.failMedia(null);
    await world.publish(world.request({ text: 'Twice' }));
    world.network.refuseDuplicates();
    const twice = world.publish(world.request({ text: 'Twice' }));
    await expect(twice).rejects.toThrow(AlreadyThere);
    await expect(twice).rejects.toMatchObject({ networkCode: '506', existing: null });
  });

  it('reports it where Facebook has its photos in a post already, as after a request that seemed to be lost', async () => {
    const request = world.request({ text: 'Photos once', media: [pngFile()] });
    const attempt = await world.lose(request);
    const again = provider.publish(request, attempt.prepared, world.context);
    await expect(again).rejects.toThrow(AlreadyThere);
    await expect(again).rejects.toMatchObject({ networkCode: '100/1366051' });
  });

  it('waits as long as Facebook asks when the calls of the Page are used up', async () => {
    const now = Date.now();
    const usage = { '1': [{ type: 'pages', call_count: 100, estimated_time_to_regain_access: 90 }] };
    world.front.arm(
      {
        ...(fault(403, 32, '(#32) Page request limit reached') as Extract<
          ReturnType<typeof fault>,
          { kind: 'status' }
        >),
        headers: { 'x-business-use-case-usage': JSON.stringify(usage) },
      },
      ({ path }) => path.endsWith('/feed'),
    );
    const error = await world.publish(world.request()).catch((thrown: unknown) => thrown);
    world.front.disarm();
    expect(error).toBeInstanceOf(RateLimited);
    expect((error as RateLimited).resetAt.getTime() - now).toBeGreaterThan(89 * 60_000);
  });

  it('has its numbers, and the Page has those of its days', async () => {
    const live = await world.publish(world.request({ text: 'Counted' }));
    expect(await provider.postAnalytics?.(world.channel, live, world.context)).toContainEqual({
      label: 'Reactions',
      total: 3,
    });
    const video = await world.publish(world.request({ text: 'Watched', media: [filmFile()] }));
    expect(await provider.postAnalytics?.(world.channel, video, world.context)).toContainEqual({
      label: 'Clicks',
      total: 4,
    });
    expect(await provider.analytics?.(world.channel, world.context)).toContainEqual({
      label: 'Views',
      total: 30,
      days: [expect.objectContaining({ total: 20 }), expect.objectContaining({ total: 10 })],
    });
  });
});

testAgainstMeta('facebook', recorder);
