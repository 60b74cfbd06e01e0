import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PublishRequest, SentAttempt } from '../_kit/contract.ts';
import { AlreadyThere } from '../_kit/errors.ts';
import { publishUntilLive } from '../_kit/test-harness.ts';
import { startWorld, type World } from './fixtures/world.ts';
import { hashnode as provider } from './index.ts';

/** How old an answer of Hashnode may be. */
const CACHED_MS = 25_000;

let world: World;
let aheadMs = 0;
const now = (): Date => new Date(Date.now() + aheadMs);
beforeAll(async () => void (world = await startWorld({ cachedMs: CACHED_MS, now })));
afterAll(() => world.stop());

const verify = (request: PublishRequest, attempt: SentAttempt) =>
  provider.verify(request, attempt, world.context);
const later = (ms: number): void => void (aheadMs += ms);
const live = ({ item }: PublishRequest) =>
  world.network.posts().filter(({ content }) => content.markdown === item.text);

describe('a post whose answer was lost', () => {
  it('is found by its text, unless another item has it', async () => {
    const request = world.request();
    const attempt = await world.lose(request);
    const [post] = live(request);
    expect(await verify(request, attempt)).toMatchObject({
      status: 'found',
      byWords: true,
      published: { id: post?.id, url: expect.stringContaining(post?.slug ?? '-') },
    });
    expect(await verify(request, { ...attempt, isTaken: () => true })).toMatchObject({ status: 'unknown' });
  });

  it('is found although an editor changed signs and spaces, but not among posts of before', async () => {
    const request = world.request({ text: 'Fresh *bread*, every day' });
    later(CACHED_MS);
    const attempt = await world.lose(request);
    const post = world.network.posts().at(-1);
    if (!post) throw new Error('nothing was published');
    world.network.edit(post.id, { content: { ...post.content, markdown: 'Fresh _bread_,\nevery day' } });
    expect(await verify(request, attempt)).toMatchObject({ status: 'found', published: { id: post.id } });
    const afterwards = { ...attempt, sentAt: new Date(attempt.sentAt.getTime() + 600_000) };
    expect(await verify(request, afterwards)).toMatchObject({ status: 'unknown' });
  });

  it('is sent again while its draft is there, which a second call cannot publish twice', async () => {
    const request = world.request();
    const attempt = await world.lose(request, 'reset_before');
    expect(await verify(request, attempt)).toMatchObject({ status: 'repeatable' });
    await provider.publish(request, attempt.prepared, world.context);
    const again = provider.publish(request, attempt.prepared, world.context);
    await expect(again).rejects.toBeInstanceOf(AlreadyThere);
    await expect(again).rejects.toThrow('was published before');
    expect(live(request)).toHaveLength(1);
  });

  it('is not sent again because of an answer of before the call', async () => {
    const request = world.request();
    const first = await world.lose(request, 'reset_before');
    await verify(request, first);
    await provider.publish(request, first.prepared, world.context);
    // The answer of a moment ago: it must not count until it cannot be so old any more.
    const stale = await verify(request, first);
    expect(stale).toMatchObject({ status: 'repeatable', afterMs: expect.any(Number) });
    expect('afterMs' in stale && Number(stale.afterMs)).toBeGreaterThan(CACHED_MS);
    later(CACHED_MS);
    expect(await verify(request, first)).toMatchObject({ status: 'found' });
  });

  it('needs a person if its draft was deleted, or a post of its title has another text', async () => {
    const request = world.request();
    const attempt = await world.lose(request, 'reset_before');
    world.network.deleteDraft((attempt.prepared as { draftId: string }).draftId);
    later(CACHED_MS);
    const before = await verify({ ...request }, { ...attempt, isTaken: () => true });
    expect(before).toMatchObject({ status: 'unknown', reason: expect.stringContaining('the draft no more') });
    await publishUntilLive(provider, world.request({ text: 'Another text' }), world.context);
    later(CACHED_MS);
    expect(await verify(request, attempt)).toMatchObject({
      status: 'unknown',
      reason: expect.stringContaining('resembles this one'),
    });
  });
});
