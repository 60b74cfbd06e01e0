import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { OutcomeUnknown } from '../_kit/errors.ts';
import { filmFile, pngFile, publishUntilLive } from '../_kit/test-harness.ts';
import type { Fault } from '../../src/test/networks/fault-front.ts';
import { isPublish, refusal, startWorld, type World } from './fixtures/world.ts';
import { slack as provider } from './index.ts';

let world: World;
beforeEach(async () => void (world = await startWorld()));
afterEach(() => world.stop());

describe('a publish call with an unknown outcome', () => {
  it.each<[string, Fault]>([
    ['a broken connection', { kind: 'reset_after' }],
    ['a page instead of the answer', { kind: 'garbage_after' }],
    ['half an answer', { kind: 'truncated_after' }],
  ])('after %s is found, once and with its URL', async (_, fault) => {
    const what = world.request();
    const stored = await provider.prepare(what, world.context);
    world.front.arm(fault, isPublish);
    await expect(provider.publish(what, stored, world.context)).rejects.toBeInstanceOf(OutcomeUnknown);
    const verdict = await provider.verify(
      what,
      { prepared: stored, sentAt: new Date(), readAt: new Date(), ref: null },
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
      await provider.verify(
        what,
        { prepared: stored, sentAt: new Date(), readAt: new Date(), ref: null },
        world.context,
      ),
    ).toMatchObject({ status });
    expect(world.live()).toHaveLength(status === 'found' ? 1 : 0);
  });

  it.each([
    ['internal_error', 200],
    ['fatal_error', 200],
    ['', 200],
    ['', 500],
    ['', 502],
  ] as const)('after "%s" (HTTP %i) is proven absent', async (error, status) => {
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
      await provider.verify(
        what,
        { prepared: stored, sentAt: new Date(), readAt: new Date(), ref: null },
        world.context,
      ),
    ).toMatchObject({ status: 'absent' });
  });

  it('results from an answer without a ts', async () => {
    const what = world.request();
    const stored = await provider.prepare(what, world.context);
    world.front.arm({ kind: 'status', status: 200, body: '{"ok":true}' }, isPublish);
    await expect(provider.publish(what, stored, world.context)).rejects.toBeInstanceOf(OutcomeUnknown);
  });

  it('is distinguished from other posts with the same text, before and after it', async () => {
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

  it('is found in its thread, which the channel does not list', async () => {
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

  it('in a thread that the app may not read needs a person', async () => {
    const root = await publishUntilLive(provider, world.request(), world.context);
    const reply = world.request({ root, parent: root });
    const attempt = await world.lose(reply);
    world.network.arm({ closedReplies: true });
    expect(await provider.verify(reply, attempt, world.context)).toMatchObject({
      status: 'unknown',
      reason: expect.stringContaining('does not let the app read the thread'),
    });
  });

  it('in a deleted thread is absent', async () => {
    const root = await publishUntilLive(provider, world.request(), world.context);
    const reply = world.request({ root, parent: root });
    const attempt = await world.lose(reply, 'reset_before');
    await provider.remove?.(world.channel, root, world.context);
    expect(await provider.verify(reply, attempt, world.context)).toMatchObject({ status: 'absent' });
  });

  it('needs a person if the app has posted the same text without a marker', async () => {
    world.network.arm({ dropMetadata: true });
    const what = world.request({ text: 'See https://a.example/x & more' });
    const attempt = await world.lose(what);
    expect(await provider.verify(what, attempt, world.context)).toMatchObject({
      status: 'unknown',
      reason: expect.stringContaining('resembles this one'),
    });
  });

  it('is not confused with what people write', async () => {
    const what = world.request({ text: 'Hello' });
    const attempt = await world.lose(what, 'reset_before');
    await world.network.say(world.network.channels.general, 'Hello');
    expect(await provider.verify(what, attempt, world.context)).toMatchObject({
      status: 'absent',
      evidence: expect.stringContaining('None of the 1 messages'),
    });
  });

  it('is found behind pages of other messages, but needs a person behind more than a thousand', async () => {
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

  it("is searched for by Slack's clock, in case ours is wrong", async () => {
    await world.stop();
    world = await startWorld({ contextNow: () => new Date(Date.now() + 86_400_000) });
    const what = world.request();
    expect(await provider.verify(what, await world.lose(what), world.context)).toMatchObject({
      status: 'found',
    });
  });

  it('is not decided while Slack cannot be asked', async () => {
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
  it('are found where they were shared, also in a thread', async () => {
    const root = world.request({ media: [pngFile(), filmFile()] });
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

  it('are absent if their completion never arrived', async () => {
    const what = world.request({ media: [pngFile()] });
    expect(await provider.verify(what, await world.lose(what, 'reset_before'), world.context)).toMatchObject({
      status: 'absent',
    });
  });

  it('need a person while Slack has them, but shows no message', async () => {
    world.network.arm({ sharePolls: 100 });
    const what = world.request({ media: [pngFile()] });
    expect(await provider.verify(what, await world.lose(what), world.context)).toMatchObject({
      status: 'unknown',
      reason: expect.stringContaining('not shared them'),
    });
  });
});
