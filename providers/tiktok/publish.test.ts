/** A post on TikTok: its upload, its photos, TikTok's work on it, and its end. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PublishRequest } from '../_kit/contract.ts';
import { ChannelGone, OutcomeUnknown, RateLimited, Rejected, Unsent } from '../_kit/errors.ts';
import { keepUploads, prepareStored, publishUntilLive } from '../_kit/test-harness.ts';
import { accept, expectPatience } from '../_kit/test-poll.ts';
import { fault, isPublish, photo, startWorld, videoFile, type World } from './fixtures/world.ts';
import { tiktok as provider } from './index.ts';
import { CHUNK, chunksOf } from './media.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const publish = (request: PublishRequest): ReturnType<typeof publishUntilLive> =>
  publishUntilLive(provider, request, world.context);

describe('a video on TikTok', () => {
  it('has all its bytes in their order, and the values of the settings', async () => {
    const file = { ...videoFile(2 * CHUNK + 7), thumbnailAtMs: 1200 };
    const settings = { duet: true, video_made_with_ai: true, brand_organic_toggle: true };
    const { id, url } = await publish(world.request({ text: 'What we cook', media: [file] }, settings));
    const post = world.network.posts().at(-1);
    const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
    const sent = new Uint8Array(await (await file.blob()).arrayBuffer());
    expect(digest(Buffer.concat(post?.received ?? []))).toBe(digest(sent));
    expect(post?.received.map(({ length }) => length)).toEqual([CHUNK, CHUNK + 7]);
    expect(post?.info).toEqual({
      title: 'What we cook',
      privacy_level: 'PUBLIC_TO_EVERYONE',
      disable_comment: false,
      disable_duet: false,
      disable_stitch: false,
      brand_content_toggle: false,
      brand_organic_toggle: true,
      is_aigc: true,
      video_cover_timestamp_ms: 1200,
    });
    expect([id, url]).toEqual([post?.postId, `https://www.tiktok.com/@ada/video/${id}`]);
  });

  it('is counted in chunks as TikTok counts them, with any size', () => {
    expect(chunksOf(1)).toEqual([{ start: 0, end: 1 }]);
    expect(chunksOf(CHUNK * 2 - 1)).toEqual([{ start: 0, end: CHUNK * 2 - 1 }]);
    expect(chunksOf(4 * 1024 ** 3)).toHaveLength(409);
    expect(chunksOf(4 * 1024 ** 3).at(-1)?.end).toBe(4 * 1024 ** 3);
  });

  it('does not exist before its last bytes, and a second try goes on where the first ended', async () => {
    const again = { ...world.context, uploads: keepUploads() };
    const request = world.request({ media: [videoFile(3 * CHUNK)] });
    const before = [world.network.posts().length, world.network.begun().length];
    const first = await prepareStored(provider, request, again);
    expect(await prepareStored(provider, request, again)).toEqual(first);
    expect([world.network.posts().length, world.network.begun().length - 1]).toEqual(before);
    expect(world.network.begun().at(-1)?.received).toHaveLength(2);
  });

  it('begins again when TikTok has dropped its upload, and reports it if that happens at once', async () => {
    const again = { ...world.context, uploads: keepUploads() };
    const request = world.request({ media: [videoFile(3 * CHUNK)] });
    world.front.arm({ kind: 'reset_before' }, isPublish);
    await expect(provider.prepare(request, again)).rejects.toThrow(OutcomeUnknown);
    world.network.endUploads();
    const count = world.network.begun().length;
    const prepared = await prepareStored(provider, request, again);
    expect(world.network.begun()).toHaveLength(count + 1);
    expect(await provider.publish(request, prepared, again)).toMatchObject({ status: 'processing' });
    world.front.arm({ kind: 'status', status: 403, body: '' }, isPublish);
    await expect(provider.prepare(request, world.context)).rejects.toThrow(Unsent);
  });

  it('is followed until TikTok returns its public URL', async () => {
    world.network.arm({ processingReads: 1, moderationReads: 1 });
    const request = world.request();
    const prepared = await prepareStored(provider, request, world.context);
    const sent = await provider.publish(request, prepared, world.context);
    const ref = sent.status === 'processing' ? sent.ref : null;
    const poll = async () => provider.poll?.(request, ref, world.context);
    expect(await poll()).toMatchObject({ status: 'processing' });
    expect(await poll()).toMatchObject({ status: 'processing' });
    const id = world.network.posts().at(-1)?.postId;
    expect(await poll()).toMatchObject({ status: 'published', published: { id } });
    world.network.arm({ processingReads: 0, moderationReads: 0 });
  });

  it('for which TikTok returns no URL leads to the profile, and is published all the same', async () => {
    const { id, url } = await publish(world.request({}, { privacy_level: 'SELF_ONLY' }));
    expect(url).toBe('https://www.tiktok.com/@ada');
    expect(id).toBe(world.network.posts().at(-1)?.publishId);
    world.network.arm({ moderationReads: 5 });
    const request = world.request();
    const prepared = await prepareStored(provider, request, world.context);
    const sent = await provider.publish(request, prepared, world.context);
    const later = { ...world.context, now: () => new Date(Date.now() + 4 * 60_000) };
    const ref = sent.status === 'processing' ? sent.ref : null;
    expect(await provider.poll?.(request, ref, later)).toMatchObject({
      status: 'published',
      published: { url: 'https://www.tiktok.com/@ada' },
    });
    world.network.arm({ moderationReads: 0 });
  });

  it('fails with the reason that TikTok gives after its work', async () => {
    world.network.arm({ failReason: 'frame_rate_check_failed' });
    const failed = publish(world.request());
    await expect(failed).rejects.toThrow(Rejected);
    await expect(failed).rejects.toThrow('the frame rate of the video is not 23 to 60 frames a second');
    const post = await accept(provider, world.request(), world.context);
    await expectPatience(post, world.context, [
      { data: {}, error: { code: 'ok' } },
      { data: { status: 'SOMETHING_NEW' }, error: { code: 'ok' } },
    ]);
    expect(await provider.poll?.(post.request, post.ref, world.context)).toMatchObject({
      status: 'rejected',
      networkCode: 'frame_rate_check_failed',
    });
    world.network.arm({ failReason: null });
  });

  it('goes to the inbox as a draft, without the fields of a direct post', async () => {
    const published = await publish(world.request({}, { content_posting_method: 'UPLOAD' }));
    expect(world.network.posts().at(-1)).toMatchObject({ draft: true, info: {} });
    expect(published.url).toBe('https://www.tiktok.com/messages?lang=en');
  });
});

describe('photos on TikTok', () => {
  it('are named by their URLs, with title, text and music', async () => {
    const media = [photo('one.jpg'), photo('two.jpg')];
    await publish(world.request({ text: 'Spring', media }, { title: 'Menu' }));
    expect(world.network.posts().at(-1)).toMatchObject({
      kind: 'photo',
      photos: await Promise.all(media.map((file) => file.signedUrl())),
      info: { title: 'Menu', description: 'Spring', auto_add_music: true, disable_comment: false },
    });
  });

  it('go to the inbox with title and text alone', async () => {
    const settings = { content_posting_method: 'UPLOAD', title: 'Menu' };
    await publish(world.request({ text: 'Spring', media: [photo()] }, settings));
    expect(world.network.posts().at(-1)).toMatchObject({
      draft: true,
      info: { title: 'Menu', description: 'Spring' },
    });
  });

  it('are refused with a message when the operator has not verified the domain', async () => {
    const media = [{ ...photo(), signedUrl: async () => 'https://elsewhere.example/menu.jpg' }];
    await expect(publish(world.request({ media }))).rejects.toThrow(
      'the operator verifies the URL of this instance for the app at developers.tiktok.com',
    );
  });
});

describe('what TikTok allows', () => {
  it('is asked for before anything is sent, and a refusal has its choices and its numbers', async () => {
    const account = { options: ['SELF_ONLY'], commentsOff: true, longestSeconds: 60 };
    const strict = await startWorld({ account });
    const { context, network } = strict;
    await expect(provider.prepare(strict.request(), context)).rejects.toThrow(
      'The account may not choose PUBLIC_TO_EVERYONE; TikTok offers it SELF_ONLY.',
    );
    const own = { privacy_level: 'SELF_ONLY' };
    const long = strict.request({ media: [videoFile(9, { durationMs: 61_000 })] }, own);
    await expect(provider.prepare(long, context)).rejects.toThrow(
      'The video lasts 61 seconds; TikTok allows this account 60',
    );
    expect(network.begun()).toEqual([]);
    await publishUntilLive(provider, strict.request({}, own), context);
    expect(network.posts().at(-1)?.info).toMatchObject({ disable_comment: true });
    expect(await provider.tools?.privacyLevels?.run(strict.channel, {}, context)).toEqual(['SELF_ONLY']);
    expect(await provider.tools?.creator?.run(strict.channel, {}, context)).toEqual({
      name: expect.any(String),
      off: ['comment'],
    });
    await strict.stop();
  });

  it('makes posts wait for an hour when those of the day are used up, and a minute for other limits', async () => {
    const now = new Date('2026-11-23T12:00:00Z');
    const busy = await startWorld({ limits: { posts: 1, inits: 2 }, contextNow: () => now });
    const failure = async (): Promise<unknown> =>
      publishUntilLive(provider, busy.request(), busy.context).catch((error: unknown) => error);
    await publishUntilLive(provider, busy.request(), busy.context);
    expect(await failure()).toMatchObject({
      constructor: RateLimited,
      resetAt: new Date('2026-11-23T13:00:00Z'),
      message: expect.stringContaining("the account's posts of this day are used up"),
    });
    expect(await failure()).toMatchObject({ resetAt: new Date('2026-11-23T12:01:00Z') });
    await busy.stop();
  });

  it('is explained for an app that TikTok has not audited, and for an account that may not post', async () => {
    world.network.arm({ unaudited: true });
    await expect(publish(world.request())).rejects.toThrow('TikTok has not audited the app');
    world.network.arm({ unaudited: false });
    world.front.arm(fault(403, 'spam_risk_user_banned_from_posting'), ({ path }) => path.includes('init'));
    await expect(publish(world.request())).rejects.toThrow(ChannelGone);
    world.front.disarm();
  });
});
