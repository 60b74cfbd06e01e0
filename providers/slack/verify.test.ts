/**
 * Unknown outcomes: a message is found by its mark, a file by where it was shared, or the absence is proven.
 */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { OutcomeUnknown } from '../_kit/errors.ts';
import { pngFile, publishUntilLive } from '../_kit/test-harness.ts';
import type { Fault } from '../../src/test/networks/fault-front.ts';
import { isPublish, prepared, refusal, startWorld, video, type World } from './fixtures/world.ts';
import { slack as provider } from './index.ts';

let world: World;
beforeEach(async () => void (world = await startWorld()));
afterEach(() => world.stop());

describe('a publish call with an unknown outcome', () => {
  it.each<[string, Fault]>([
    ['a broken connection', { kind: 'reset_after' }],
    ['a page in place of the answer', { kind: 'garbage_after' }],
    ['half an answer', { kind: 'truncated_after' }],
  ])('after %s is found, once, with its address', async (_, fault) => {
    const what = world.request();
    const stored = await provider.prepare(what, world.context);
    world.front.arm(fault, isPublish);
    await expect(provider.publish(what, stored, world.context)).rejects.toBeInstanceOf(OutcomeUnknown);
    const verdict = await provider.verify(
      what,
      { prepared: stored, sentAt: new Date(), ref: null },
      world.context,
    );
    expect(verdict).toMatchObject({
      status: 'found',
      published: {
        id: world.live()[0]?.ts,
        url: expect.stringMatching(/^https:\/\/ada\.slack\.com\/archives\//),
      },
    });
    expect(world.live()).toHaveLength(1);
  });

  it.each<[string, Fault, string]>([
    ['an answer that never comes', { kind: 'hang_after' }, 'found'],
    ['an answer that drips', { kind: 'drip_after' }, 'found'],
    ['an answer that is slow', { kind: 'slow', delayMs: 5000 }, 'found'],
    ['a request that never arrives', { kind: 'hang_before' }, 'absent'],
  ])('cut off during %s is looked up', async (_, fault, status) => {
    const what = world.request();
    const stored = await provider.prepare(what, world.context);
    world.front.arm(fault, isPublish);
    await expect(
      provider.publish(what, stored, { ...world.context, signal: AbortSignal.timeout(700) }),
    ).rejects.toBeInstanceOf(OutcomeUnknown);
    expect(
      await provider.verify(what, { prepared: stored, sentAt: new Date(), ref: null }, world.context),
    ).toMatchObject({ status });
    expect(world.live()).toHaveLength(status === 'found' ? 1 : 0);
  });

  it.each([
    ['internal_error', 200],
    ['fatal_error', 200],
    ['', 200],
    ['', 500],
    ['', 502],
  ] as const)(
    'leaves it open after %s (HTTP %i), and proves that nothing is there',
    async (error, status) => {
      const what = world.request();
      const stored = await provider.prepare(what, world.context);
      world.front.arm(
        error
          ? refusal(error)
          : { kind: 'status', status, body: status === 200 ? '{}' : '<html>Bad Gateway</html>' },
        isPublish,
      );
      await expect(provider.publish(what, stored, world.context)).rejects.toBeInstanceOf(OutcomeUnknown);
      expect(
        await provider.verify(what, { prepared: stored, sentAt: new Date(), ref: null }, world.context),
      ).toMatchObject({ status: 'absent' });
    },
  );

  it('without a ts in the answer is found by its mark', async () => {
    const what = world.request();
    const stored = await provider.prepare(what, world.context);
    world.front.arm({ kind: 'status', status: 200, body: '{"ok":true}' }, isPublish);
    await expect(provider.publish(what, stored, world.context)).rejects.toBeInstanceOf(OutcomeUnknown);
  });

  it('is told apart from equal texts of other posts, before and after it', async () => {
    const text = 'The same words every day';
    await publishUntilLive(provider, world.request({ text }), world.context);
    const lost = world.request({ text });
    const never = world.request({ text });
    const attempt = await world.lose(lost);
    const other = await world.lose(never, 'reset_before');
    await publishUntilLive(provider, world.request({ text }), world.context);
    expect(await provider.verify(lost, attempt, world.context)).toMatchObject({
      status: 'found',
      published: { id: world.live()[1]?.ts },
    });
    expect(await provider.verify(never, other, world.context)).toMatchObject({ status: 'absent' });
  });

  it('is found in its thread, where the channel does not show it', async () => {
    const root = await publishUntilLive(provider, world.request(), world.context);
    const reply = world.request({ root, parent: root });
    const attempt = await world.lose(reply);
    const missing = world.request({ root, parent: root });
    const other = await world.lose(missing, 'reset_before');
    expect(await provider.verify(reply, attempt, world.context)).toMatchObject({
      status: 'found',
      published: { id: world.live()[1]?.ts, url: expect.stringContaining(`thread_ts=${root.id}`) },
    });
    expect(await provider.verify(missing, other, world.context)).toMatchObject({ status: 'absent' });
  });

  it('in a thread that Slack does not show to the app needs a person', async () => {
    const root = await publishUntilLive(provider, world.request(), world.context);
    const reply = world.request({ root, parent: root });
    const attempt = await world.lose(reply);
    world.network.arm({ closedReplies: true });
    expect(await provider.verify(reply, attempt, world.context)).toMatchObject({
      status: 'unknown',
      reason: expect.stringContaining('does not let the app read the thread'),
    });
  });

  it('in a thread that is gone is not there', async () => {
    const root = await publishUntilLive(provider, world.request(), world.context);
    const reply = world.request({ root, parent: root });
    const attempt = await world.lose(reply, 'reset_before');
    await provider.remove?.(world.channel, root, world.context);
    expect(await provider.verify(reply, attempt, world.context)).toMatchObject({ status: 'absent' });
  });

  it('needs a person when the app has posted the same text without a mark', async () => {
    world.network.arm({ dropMetadata: true });
    const what = world.request({ text: 'See https://a.example/x & more' });
    const attempt = await world.lose(what);
    expect(await provider.verify(what, attempt, world.context)).toMatchObject({
      status: 'unknown',
      reason: expect.stringContaining('the same text'),
    });
  });

  it('is not confused with what people write', async () => {
    const what = world.request({ text: 'Hello' });
    const attempt = await world.lose(what, 'reset_before');
    await world.network.say(world.network.channels.general, 'Hello');
    expect(await provider.verify(what, attempt, world.context)).toMatchObject({
      status: 'absent',
      evidence: expect.stringContaining('All 1 messages'),
    });
  });

  it('is found behind pages of other messages, and needs a person behind more than a thousand', async () => {
    const what = world.request();
    const attempt = await world.lose(what);
    for (let i = 0; i < 250; i++) await world.network.say(world.network.channels.general, `filler ${i}`);
    expect(await provider.verify(what, attempt, world.context)).toMatchObject({ status: 'found' });
    for (let i = 0; i < 760; i++) await world.network.say(world.network.channels.general, `more ${i}`);
    expect(await provider.verify(what, attempt, world.context)).toMatchObject({
      status: 'unknown',
      reason: expect.stringContaining('more than 1000 messages'),
    });
  }, 60_000);

  it("is looked for from Slack's own time on, so that our clock may be wrong", async () => {
    await world.stop();
    world = await startWorld({ contextNow: () => new Date(Date.now() + 86_400_000) });
    const what = world.request();
    expect(await provider.verify(what, await world.lose(what), world.context)).toMatchObject({
      status: 'found',
    });
  });

  it('is a failed look, not an answer, while Slack cannot be asked', async () => {
    const what = world.request();
    const attempt = await world.lose(what);
    world.front.arm(
      refusal('ratelimited', { status: 429, headers: { 'retry-after': '60' } }),
      ({ path }) => path === '/api/conversations.history',
    );
    await expect(provider.verify(what, attempt, world.context)).rejects.toThrow();
    expect(await provider.verify(what, attempt, world.context)).toMatchObject({ status: 'found' });
  });
});

describe('files with an unknown outcome', () => {
  it('are found where they were shared, in a thread too', async () => {
    const root = world.request({ media: [pngFile(), video()] });
    const rootAttempt = await world.lose(root);
    const found = await provider.verify(root, rootAttempt, world.context);
    if (found.status !== 'found') throw new Error(found.status);
    expect(found.published.id).toBe(world.live()[0]?.ts);
    const reply = world.request({ root: found.published, parent: found.published, media: [pngFile()] });
    expect(await provider.verify(reply, await world.lose(reply), world.context)).toMatchObject({
      status: 'found',
      published: { id: world.live()[1]?.ts },
    });
    expect(world.live()).toHaveLength(2);
  });

  it('are absent when their completion never arrived', async () => {
    const what = world.request({ media: [pngFile()] });
    expect(await provider.verify(what, await world.lose(what, 'reset_before'), world.context)).toMatchObject({
      status: 'absent',
    });
  });

  it('need a person while Slack has them and shows no message', async () => {
    world.network.arm({ shareLooks: 100 });
    const what = world.request({ media: [pngFile()] });
    expect(await provider.verify(what, await world.lose(what), world.context)).toMatchObject({
      status: 'unknown',
      reason: expect.stringContaining('not shared them'),
    });
  });
});

describe('what a person may read', () => {
  it('are the channels that a post can go to, page by page', async () => {
    const { general, random, secret } = world.network.channels;
    const list = async (): Promise<unknown> =>
      provider.tools?.channels?.run(world.channel, {}, world.context);
    expect(await list()).toEqual([
      { id: general, name: 'general', private: false, member: false },
      { id: random, name: 'random', private: false, member: false },
    ]);
    await world.network.invite(secret);
    await world.network.archive(random);
    expect(await list()).toEqual([
      { id: general, name: 'general', private: false, member: false },
      { id: secret, name: 'secret', private: true, member: true },
    ]);
  });

  it('are the reactions to a message and the members of its channel', async () => {
    const live = await publishUntilLive(provider, world.request(), world.context);
    expect(await provider.postAnalytics?.(world.channel, live, world.context)).toEqual([
      { label: 'Reactions', total: 0 },
      { label: 'Members', total: 2 },
    ]);
    await world.network.react(world.network.channels.general, live.id, 'tada');
    expect(await provider.postAnalytics?.(world.channel, live, world.context)).toContainEqual({
      label: 'Reactions',
      total: 1,
    });
  });

  it('are no numbers without the scope, in words', async () => {
    const live = await publishUntilLive(provider, world.request(), world.context);
    const without = { ...world.channel, details: { ...world.channel.details, scopes: ['chat:write'] } };
    await expect(provider.postAnalytics?.(without, live, world.context)).rejects.toThrow(
      'lacks the bot scope reactions:read',
    );
  });

  it('are no numbers of a message that is gone', async () => {
    const live = await publishUntilLive(provider, world.request(), world.context);
    await provider.remove?.(world.channel, live, world.context);
    await expect(provider.postAnalytics?.(world.channel, live, world.context)).rejects.toThrow(
      'message_not_found',
    );
    await expect(provider.publish(world.request(), prepared(world), world.context)).resolves.toMatchObject({
      status: 'published',
    });
  });
});
