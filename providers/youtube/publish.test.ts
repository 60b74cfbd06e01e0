/** A video on YouTube: its upload, its thumbnail, its processing and its end. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createRecorder } from '../../src/test/oracles/exchange.ts';
import { testAgainstYouTube } from '../../src/test/oracles/google/youtube.ts';
import type { Provider, PublishRequest, SentAttempt } from '../_kit/contract.ts';
import { AlreadyThere, ChannelGone, OutcomeUnknown, RateLimited, TokenExpired } from '../_kit/errors.ts';
import { keepUploads, pngFile, prepareStored, publishUntilLive } from '../_kit/test-harness.ts';
import { accept, expectPatience } from '../_kit/test-poll.ts';
import { isPublish, SETTINGS, startWorld, videoFile, type World } from './fixtures/world.ts';
import { youtube as provider } from './index.ts';
import { THUMBNAIL } from './schema.ts';

const UNIT = 256 * 1024;
const recorder = createRecorder();
let world: World;
beforeAll(async () => {
  world = await startWorld({ recorder });
});
afterAll(() => world.stop());

const publish = (request: PublishRequest): ReturnType<typeof publishUntilLive> =>
  publishUntilLive(provider, request, world.context);

/** Sends a video whose answer, or whose last bytes, are lost. */
async function lose(
  request: PublishRequest,
  kind: 'reset_after' | 'reset_before' = 'reset_after',
): Promise<SentAttempt> {
  const prepared = await prepareStored(provider, request, world.context);
  world.front.arm({ kind }, isPublish);
  const sentAt = new Date();
  await expect(provider.publish(request, prepared, world.context)).rejects.toBeInstanceOf(OutcomeUnknown);
  return { prepared, sentAt, readAt: new Date(), ref: null };
}

const verify = (...[request, attempt]: [PublishRequest, SentAttempt]): ReturnType<Provider['verify']> =>
  provider.verify(request, attempt, world.context);

describe('a video on YouTube', () => {
  it('has all its bytes in their order, with title, description, tags and visibility', async () => {
    const file = videoFile(40 * UNIT + 7);
    const tags = [{ value: 'menu', label: 'menu' }, { label: 'spring food' }];
    const settings = { ...SETTINGS, type: 'private', tags, selfDeclaredMadeForKids: 'yes' };
    const { id, url } = await publish(world.request({ text: 'What we cook', media: [file], settings }));
    const video = world.network.videos().at(-1);
    const sha256 = createHash('sha256')
      .update(Buffer.from(await (await file.blob()).arrayBuffer()))
      .digest('hex');
    expect(video).toMatchObject({
      id,
      sha256,
      snippet: { title: 'Spring menu', description: 'What we cook', tags: ['menu', 'spring food'] },
      status: { privacyStatus: 'private', selfDeclaredMadeForKids: true },
    });
    expect(url).toBe(`https://www.youtube.com/watch?v=${id}`);
  });

  it('does not exist before its last bytes, and a second try goes on where the first ended', async () => {
    const { context } = world;
    const again = { ...context, uploads: keepUploads() };
    const request = world.request({ media: [videoFile(3 * UNIT)] });
    const before = [world.network.videos().length, world.network.uploads().length];
    const first = await prepareStored(provider, request, again);
    expect(await prepareStored(provider, request, again)).toEqual(first);
    expect([world.network.videos().length, world.network.uploads().length - 1]).toEqual(before);
    expect(world.network.uploads().at(-1)).toBe(2 * UNIT);
  });

  it('begins again when YouTube has forgotten its upload', async () => {
    const again = { ...world.context, uploads: keepUploads() };
    const request = world.request({ media: [videoFile(2 * UNIT)] });
    const first = await prepareStored(provider, request, again);
    world.network.endSessions();
    const second = await prepareStored(provider, request, again);
    expect(second).not.toEqual(first);
    expect(await provider.publish(request, second, again)).toMatchObject({ status: 'published' });
  });

  it('gets its thumbnail, and stays out where YouTube refuses the picture', async () => {
    const settingsMedia = { [THUMBNAIL]: pngFile() };
    await publish(world.request({ settingsMedia }));
    expect(world.network.videos().at(-1)?.thumbnail).toMatchObject({ mime: 'image/png' });
    const count = world.network.videos().length;
    world.front.arm({ kind: 'status', status: 403, body: '{}' }, ({ path }) => path.includes('thumbnails'));
    await publish(world.request({ settingsMedia }));
    world.front.disarm();
    expect(world.network.videos()).toHaveLength(count + 1);
    expect(world.network.videos().at(-1)?.thumbnail).toBeNull();
  });

  it('that is found after its answer was lost has its thumbnail still to come, however it is found', async () => {
    const lost = world.request({ text: 'Found by its upload', settingsMedia: { [THUMBNAIL]: pngFile() } });
    const attempt = await lose(lost);
    expect(await verify(lost, attempt)).toMatchObject({ status: 'found', pollAfterMs: 1000 });
    world.network.endSessions();
    expect(await verify(lost, attempt)).toMatchObject({ byWords: true, pollAfterMs: 1000 });
    expect(await verify({ ...lost, settingsMedia: {} }, attempt)).not.toHaveProperty('pollAfterMs');
  });

  it('stays out where the file of its thumbnail cannot be read any more', async () => {
    const gone = { ...pngFile(), blob: () => Promise.reject(new Error('ENOENT')) };
    const { id } = await publish(world.request({ settingsMedia: { [THUMBNAIL]: gone } }));
    expect(world.network.videos().at(-1)).toMatchObject({ id, thumbnail: null });
  });

  it('is published once YouTube has processed it, and fails with its reason where YouTube rejects it', async () => {
    const request = world.request();
    world.network.arm({ polls: 1 });
    const prepared = await prepareStored(provider, request, world.context);
    const sent = await provider.publish(request, prepared, world.context);
    expect(sent).toMatchObject({ status: 'processing' });
    const ref = sent.status === 'processing' ? sent.ref : null;
    expect(await provider.poll?.(request, ref, world.context)).toMatchObject({ status: 'processing' });
    expect(await provider.poll?.(request, ref, world.context)).toMatchObject({ status: 'published' });
    world.network.arm({ polls: 0, rejection: 'duplicate' });
    const rejected = publish(world.request());
    await expect(rejected).rejects.toThrow(AlreadyThere);
    await expect(rejected).rejects.toThrow('the channel has the same video already');
    world.network.arm({ polls: 1 });
    const later = await accept(provider, world.request(), world.context);
    await provider.poll?.(later.request, later.ref, world.context);
    expect(await provider.poll?.(later.request, later.ref, world.context)).toEqual({
      status: 'rejected',
      reason: 'YouTube rejected the video: the channel has the same video already',
      networkCode: 'duplicate',
      alreadyThere: true,
    });
    world.network.arm({ polls: 0, rejection: null });
  });

  it('that is found after its answer was lost is not live before YouTube has taken it', async () => {
    world.network.arm({ polls: 0, rejection: 'duplicate' });
    const lost = world.request();
    const verdict = await verify(lost, await lose(lost));
    expect(verdict).toMatchObject({ status: 'found', pollAfterMs: expect.any(Number) });
    const ref = verdict.status === 'found' ? verdict.published.ref : null;
    expect(await provider.poll?.(lost, ref, world.context)).toMatchObject({ status: 'rejected' });
    world.network.arm({ polls: 0, rejection: null });
  });

  it("that YouTube took, and then rejected, is not published: a look returns YouTube's reason", async () => {
    world.network.arm({ polls: 1 });
    const { request, ref } = await accept(provider, world.request(), world.context);
    const attempt = { prepared: null, sentAt: new Date(), readAt: new Date(), ref };
    expect(await verify(request, attempt)).toMatchObject({ status: 'found' });
    world.network.arm({ polls: 1, rejection: 'copyright' });
    const later = await accept(provider, world.request(), world.context);
    await provider.poll?.(later.request, later.ref, world.context);
    expect(await verify(later.request, { ...attempt, ref: later.ref })).toEqual({
      status: 'unknown',
      reason: 'YouTube rejected the video: copyright',
    });
    world.network.arm({ polls: 0, rejection: null });
  });

  it('is not rejected by one odd read', async () => {
    world.network.arm({ polls: 1 });
    const post = await accept(provider, world.request(), world.context);
    await expectPatience(post, world.context, [{ items: [] }, { items: [{ id: 'x' }] }]);
    world.network.arm({ polls: 0 });
  });

  it('that was published is found by its upload, and one that was not may be sent again', async () => {
    const lost = world.request();
    const found = await verify(lost, await lose(lost));
    expect(found).toMatchObject({ status: 'found', published: { id: world.network.videos().at(-1)?.id } });
    const never = world.request();
    expect(await verify(never, await lose(never, 'reset_before'))).toMatchObject({ status: 'repeatable' });
  });

  it('is looked for among the uploads of the channel when YouTube has forgotten the upload', async () => {
    const lost = world.request({ text: 'Told by its words' });
    const attempt = await lose(lost);
    world.network.endSessions();
    const id = world.network.videos().at(-1)?.id;
    expect(await verify(lost, attempt)).toMatchObject({ status: 'found', byWords: true, published: { id } });
    expect(await verify(lost, { ...attempt, isTaken: () => true })).toMatchObject({ status: 'absent' });
  });

  it('is gone once taken down, and a second time is no error', async () => {
    const published = await publish(world.request());
    for (let n = 0; n < 2; n++) await provider.remove?.(world.channel, published, world.context);
    expect(world.network.videos().map(({ id }) => id)).not.toContain(published.id);
  });

  it('has its numbers, and so has its channel', async () => {
    const published = await publish(world.request());
    expect(await provider.postAnalytics?.(world.channel, published, world.context)).toEqual([
      { label: 'Views', total: 12 },
      { label: 'Likes', total: 3 },
      { label: 'Comments', total: 1 },
    ]);
    const ofChannel = await provider.analytics?.(world.channel, world.context);
    expect(ofChannel).toContainEqual({ label: 'Subscribers', total: 34 });
    const [newest] = (await provider.recent?.(world.channel, world.context)) ?? [];
    expect(newest?.id).toBe(published.id);
  });
});

describe('what YouTube allows', () => {
  it('waits until midnight in California when the quota of the app is used up', async () => {
    const now = new Date('2026-07-01T20:00:00Z');
    const later = await startWorld({ contextNow: () => now });
    later.network.arm({ insertsLeft: 1 });
    await publishUntilLive(provider, later.request(), later.context);
    const refused = publishUntilLive(provider, later.request(), later.context);
    await expect(refused).rejects.toThrow(RateLimited);
    await expect(refused).rejects.toMatchObject({ resetAt: new Date('2026-07-02T07:00:00Z') });
    await later.stop();
  });

  it('gives a new token after an hour, and none once the access has ended', async () => {
    const later = await startWorld({ recorder });
    later.network.endAccessTokens();
    await expect(provider.analytics?.(later.channel, later.context)).rejects.toThrow(TokenExpired);
    const renewed = await provider.refresh?.(later.channel, later.context);
    const channel = { ...later.channel, credentials: { ...renewed?.credentials } };
    expect(await provider.analytics?.(channel, later.context)).toHaveLength(3);
    expect(channel.credentials.refreshToken).toBe(later.channel.credentials.refreshToken);
    later.network.endGrants();
    const ended = provider.refresh?.(channel, later.context);
    await expect(ended).rejects.toThrow(ChannelGone);
    await expect(ended).rejects.toThrow('ended after 7 days because the app is still in testing');
    await later.stop();
  });
});

testAgainstYouTube(recorder);
