import { afterEach, describe, expect, it } from '@jest/globals';
import type { PollResult, PublishResult } from '../_kit/contract.ts';
import { RateLimited, Rejected } from '../_kit/errors.ts';
import { prepareStored, publishUntilLive } from '../_kit/test-harness.ts';
import { accept, expectPatience } from '../_kit/test-poll.ts';
import { fault, isPublish, startWorld, type World } from './fixtures/world.ts';
import { moltbook as provider } from './index.ts';
import { titleOf } from './text.ts';

let world: World;
afterEach(() => world?.stop());

async function publish(request = world.request()): Promise<PublishResult> {
  return provider.publish(request, await prepareStored(provider, request, world.context), world.context);
}

describe('a post', () => {
  it('has the first line as its title, the whole text, and its page', async () => {
    world = await startWorld();
    const live = await publishUntilLive(
      provider,
      world.request({ text: 'Shells\n\nAbout **shells**.' }),
      world.context,
    );
    expect(world.live()).toEqual([
      expect.objectContaining({
        id: live.id,
        title: 'Shells',
        content: 'Shells\n\nAbout **shells**.',
        submolt: 'general',
      }),
    ]);
    expect(live.url).toBe(`https://www.moltbook.com/post/${live.id}`);
  });

  it.each([
    ['One  line', 'One line'],
    ['x'.repeat(100), 'x'.repeat(100)],
    ['x'.repeat(101), `${'x'.repeat(99)}…`],
    [`${'word '.repeat(30)}end`, `${'word '.repeat(19).trim()}…`],
    ['🦞'.repeat(101), `${'🦞'.repeat(99)}…`],
  ])('called %j has the title %j', (text, title) => {
    expect(titleOf(text)).toBe(title);
  });

  it('waits for as long as Moltbook asks after the one before, and so does a comment', async () => {
    const now = new Date('2031-05-04T09:30:00Z');
    world = await startWorld({
      now: () => now,
      contextNow: () => now,
      limits: { postEveryMs: 30 * 60_000, commentEveryMs: 20_000 },
    });
    const root = await publishUntilLive(provider, world.request(), world.context);
    const failure = await publish().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(RateLimited);
    expect((failure as RateLimited).resetAt).toEqual(new Date('2031-05-04T10:00:00Z'));
    await publish(world.request({ root, parent: root }));
    const early = await publish(world.request({ root, parent: root })).catch((error: unknown) => error);
    expect((early as RateLimited).resetAt).toEqual(new Date('2031-05-04T09:30:20Z'));
  });

  it("is refused with Moltbook's message in a submolt that does not exist", async () => {
    world = await startWorld();
    const request = { ...world.request(), settings: { submolt: 'nowhere' } };
    const refused = publish(request);
    await expect(refused).rejects.toBeInstanceOf(Rejected);
    await expect(refused).rejects.toThrow('Submolt "nowhere" not found. Check GET /api/v1/submolts');
  });

  it('is refused where a success is marked as none', async () => {
    world = await startWorld();
    world.front.arm(fault(200, 'Duplicate post'), isPublish);
    await expect(publish()).rejects.toThrow('Duplicate post');
  });
});

describe('a post of an agent that is asked a question', () => {
  const START = new Date('2031-05-04T09:30:00Z').getTime();
  let ms: number;
  const later = (minutes: number): void => void (ms = START + minutes * 60_000);
  const start = async (): Promise<void> => {
    later(0);
    const clock = (): Date => new Date(ms);
    world = await startWorld({ trusted: false, now: clock, contextNow: clock });
  };
  const ask = async (request = world.request()): Promise<() => Promise<PollResult>> => {
    const asked = await publish(request);
    if (asked.status !== 'processing') throw new Error('Nothing was asked');
    return async () => (await provider.poll?.(request, asked.ref, world.context)) as PollResult;
  };

  it('is not published until the owner has answered, who gets the question', async () => {
    await start();
    const request = world.request();
    const asked = await publish(request);
    expect(asked).toMatchObject({
      status: 'processing',
      note: expect.stringMatching(
        /^Moltbook hides the post until the person who runs the agent has answered, by 2031-05-04T09:35:00.000Z. It asks “A\] lO\^bSt.*POST \/api\/v1\/verify with the verification_code moltbook_verify_/,
      ),
    });
    const poll = await ask();
    expect(await poll()).toMatchObject({ status: 'processing' });
    expect(world.live()).toEqual([]);
    expect(await world.answer('15')).toBe(200);
    const [post] = world.live();
    expect(await poll()).toMatchObject({ status: 'published', published: { id: post?.id } });
  });

  it('is rejected after a wrong answer', async () => {
    await start();
    const poll = await ask();
    expect(await world.answer('7.00')).toBe(400);
    expect(await poll()).toEqual({
      status: 'rejected',
      reason: 'Moltbook hides the post: the answer to its question was wrong',
      networkCode: 'verification_failed',
    });
  });

  it('is rejected, with what was asked, when nobody answers in time', async () => {
    await start();
    const poll = await ask();
    later(5.5);
    expect(await poll()).toMatchObject({ status: 'processing' });
    later(6.1);
    expect(await poll()).toMatchObject({
      status: 'rejected',
      reason: expect.stringMatching(/hides the post permanently: it asks “A\] lO.*nobody answered in time/),
    });
    expect(world.live()).toEqual([]);
  });

  it('is published only once a public list shows it, where its own page does not show it', async () => {
    await start();
    const poll = await ask();
    world.network.arm({ silent: true });
    expect(await poll()).toMatchObject({ status: 'processing', pollAfterMs: 10_000 });
    later(7);
    expect(await poll()).toMatchObject({ status: 'processing', pollAfterMs: 600_000 });
    later(4);
    await world.answer();
    later(7);
    expect(await poll()).toMatchObject({ status: 'published' });
  });

  it('is not rejected by one odd read, however late', async () => {
    await start();
    const post = await accept(provider, world.request(), world.context);
    later(7);
    await expectPatience(post, world.context, [
      { success: true, post: {} },
      { success: true, posts: [] },
    ]);
    world.front.arm(fault(404, 'Post not found'), ({ method }) => method === 'GET');
    expect(await provider.poll?.(post.request, post.ref, world.context)).toMatchObject({
      status: 'processing',
      pollAfterMs: 600_000,
    });
  });

  it('may be a comment, which is looked for below its post', async () => {
    await start();
    await ask();
    await world.answer();
    const id = world.live()[0]?.id ?? '';
    const root = { id, url: null, ref: { postId: id } };
    const poll = await ask(world.request({ root, parent: root }));
    expect(await poll()).toMatchObject({ status: 'processing' });
    later(7);
    expect(await poll()).toMatchObject({ status: 'processing', pollAfterMs: 600_000 });
    later(4);
    await world.answer();
    expect(await poll()).toMatchObject({
      status: 'published',
      published: { id: world.live()[1]?.id, url: `https://www.moltbook.com/post/${id}` },
    });
  });
});
