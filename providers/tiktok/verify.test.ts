/** Posts on TikTok whose answer was lost, the numbers of posts and accounts, and renewed access. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Provider, PublishRequest, SentAttempt } from '../_kit/contract.ts';
import { ChannelGone, OutcomeUnknown, Unsent } from '../_kit/errors.ts';
import { prepareStored, publishUntilLive } from '../_kit/test-harness.ts';
import type { FaultTarget } from '../../src/test/networks/fault-front.ts';
import { isPhotoPublish, isPublish, photo, startWorld, type World } from './fixtures/world.ts';
import { tiktok as provider } from './index.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

/** Sends a post whose answer, or whose request, is lost. */
async function lose(
  request: PublishRequest,
  kind: 'reset_after' | 'reset_before' = 'reset_after',
  target: FaultTarget = isPublish,
): Promise<SentAttempt> {
  const prepared = await prepareStored(provider, request, world.context);
  world.front.arm({ kind }, target);
  const sentAt = new Date();
  await expect(provider.publish(request, prepared, world.context)).rejects.toBeInstanceOf(OutcomeUnknown);
  return { prepared, sentAt, readAt: new Date(), ref: null };
}

const verify = (
  request: PublishRequest,
  attempt: SentAttempt,
  context = world.context,
): ReturnType<Provider['verify']> => provider.verify(request, attempt, context);

describe('a video whose answer was lost', () => {
  it('is found by the status of its upload', async () => {
    const request = world.request();
    const attempt = await lose(request);
    const id = world.network.posts().at(-1)?.postId;
    expect(await verify(request, attempt)).toMatchObject({ status: 'found', published: { id } });
  });

  it('is asked about again while TikTok works on it', async () => {
    world.network.arm({ processingReads: 1 });
    const request = world.request();
    const attempt = await lose(request);
    expect(await verify(request, attempt)).toMatchObject({ status: 'unknown' });
    expect(await verify(request, attempt)).toMatchObject({ status: 'found' });
    world.network.arm({ processingReads: 0 });
  });

  it('may be sent again when its last bytes did not arrive, and becomes one post', async () => {
    const request = world.request();
    const attempt = await lose(request, 'reset_before');
    const count = world.network.posts().length;
    expect(await verify(request, attempt)).toMatchObject({ status: 'repeatable', forMs: 300_000 });
    await provider.publish(request, attempt.prepared, world.context);
    await expect(provider.publish(request, attempt.prepared, world.context)).rejects.toThrow(OutcomeUnknown);
    expect(world.network.posts()).toHaveLength(count + 1);
  });

  it('is absent once the URL of its upload has expired, or TikTok has refused it', async () => {
    const request = world.request();
    const attempt = await lose(request, 'reset_before');
    const readAt = new Date(Date.now() + 70 * 60_000);
    expect(await verify(request, { ...attempt, readAt })).toMatchObject({ status: 'absent' });
    world.network.arm({ failReason: 'duration_check_failed' });
    const refused = world.request();
    const lost = await lose(refused);
    expect(await verify(refused, lost)).toMatchObject({
      status: 'absent',
      evidence: expect.stringContaining('duration_check_failed'),
    });
    world.network.arm({ failReason: null });
  });
});

describe('photos whose answer was lost', () => {
  it('are found by their text, unless another item has them, and are never absent', async () => {
    const request = world.request({ text: 'Told by its words', media: [photo()] });
    const attempt = await lose(request, 'reset_after', isPhotoPublish);
    const id = world.network.posts().at(-1)?.postId;
    expect(await verify(request, attempt)).toMatchObject({
      status: 'found',
      byWords: true,
      published: { id, url: `https://www.tiktok.com/@ada/photo/${id}` },
    });
    expect(await verify(request, { ...attempt, isTaken: () => true })).toMatchObject({ status: 'unknown' });
    const never = world.request({ text: 'Never seen', media: [photo()] });
    const lost = await lose(never, 'reset_before', isPhotoPublish);
    expect(await verify(never, lost)).toMatchObject({ status: 'unknown' });
  });
});

describe('the numbers of TikTok', () => {
  it('are those of the account, and of a public post', async () => {
    expect(await provider.analytics?.(world.channel, world.context)).toEqual([
      { label: 'Followers', total: 34 },
      { label: 'Following', total: 5 },
      { label: 'Likes', total: 89 },
      { label: 'Videos', total: 8 },
    ]);
    const published = await publishUntilLive(provider, world.request(), world.context);
    expect(await provider.postAnalytics?.(world.channel, published, world.context)).toEqual([
      { label: 'Views', total: 12 },
      { label: 'Likes', total: 3 },
      { label: 'Comments', total: 1 },
      { label: 'Shares', total: 2 },
    ]);
    const [newest] = (await provider.recent?.(world.channel, world.context)) ?? [];
    expect(newest).toMatchObject({ id: published.id, url: published.url });
  });

  it('are read of a post whose id TikTok returned late, and are none for a post that only the account sees', async () => {
    const video = await publishUntilLive(provider, world.request(), world.context);
    const ref = { ...(video.ref as object), postId: null };
    expect(await provider.postAnalytics?.(world.channel, { ...video, ref }, world.context)).toHaveLength(4);
    const own = world.request({}, { privacy_level: 'SELF_ONLY' });
    const hidden = await publishUntilLive(provider, own, world.context);
    expect(await provider.postAnalytics?.(world.channel, hidden, world.context)).toEqual([]);
  });
});

describe("an account's access on TikTok", () => {
  const refresh = (credentials: Record<string, string>, env = world.context.env) =>
    provider.refresh?.({ ...world.channel, credentials }, { ...world.context, env });

  it('is renewed with another refresh token each time, of which the one before ends', async () => {
    const account = world.network.createAccount('grace');
    const { token: accessToken, refreshToken } = world.network.createToken(account);
    const renewed = await refresh({ accessToken, refreshToken });
    expect(renewed?.credentials.refreshToken).not.toBe(refreshToken);
    expect(renewed?.expiresAt?.getTime()).toBeGreaterThan(Date.now() + 7_000_000);
    await expect(refresh({ accessToken, refreshToken })).rejects.toThrow(ChannelGone);
    world.network.revoke(account);
    await expect(refresh({ ...renewed?.credentials })).rejects.toThrow('reconnect the channel');
  });

  it('is not lost when the operator has changed the app', async () => {
    const { token: accessToken, refreshToken } = world.network.createToken(
      world.network.createAccount('joan'),
    );
    const env = { ...world.context.env, TIKTOK_CLIENT_SECRET: 'another' };
    await expect(refresh({ accessToken, refreshToken }, env)).rejects.toThrow(Unsent);
    await expect(refresh({ accessToken, refreshToken }, {})).rejects.toThrow('set TIKTOK_CLIENT_ID');
  });
});
