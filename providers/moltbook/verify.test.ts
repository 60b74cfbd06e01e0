import { afterEach, describe, expect, it } from '@jest/globals';
import type { VerifyResult } from '../_kit/contract.ts';
import { publishUntilLive } from '../_kit/test-harness.ts';
import { startWorld, type World } from './fixtures/world.ts';
import { moltbook as provider } from './index.ts';

const LATE_MS = 6 * 60_000;
let world: World;
afterEach(() => world?.stop());

async function look(kind?: 'reset_before', request = world.request()): Promise<VerifyResult> {
  const attempt = await world.lose(request, kind);
  return provider.verify(request, attempt, world.context);
}

describe('a post whose answer was lost', () => {
  it('is found by its text in its submolt, as one that may be another item’s', async () => {
    world = await startWorld();
    const verdict = await look();
    const [post] = world.live();
    expect(verdict).toEqual({
      status: 'found',
      byWords: true,
      published: {
        id: post?.id,
        url: `https://www.moltbook.com/post/${post?.id}`,
        ref: { postId: post?.id },
      },
    });
  });

  it('is absent only after the time in which a hidden one could still be answered', async () => {
    world = await startWorld();
    expect(await look('reset_before')).toMatchObject({ status: 'absent', afterMs: LATE_MS });
  });

  it('is not found while it is hidden, and is permanently absent once no answer is taken', async () => {
    world = await startWorld({ trusted: false });
    expect(await look()).toMatchObject({ status: 'absent', afterMs: LATE_MS });
    expect(world.network.items()).toHaveLength(1);
    expect(world.live()).toEqual([]);
  });

  it('is left open where Moltbook has it but does not report whether others see it', async () => {
    world = await startWorld({ trusted: false });
    world.network.arm({ silent: true });
    expect(await look()).toMatchObject({
      status: 'unknown',
      reason: expect.stringMatching(/^Moltbook has https:.* but does not say whether it shows it$/),
    });
  });

  it('is left open where the list of posts is missing', async () => {
    world = await startWorld();
    world.network.arm({ noProfile: true });
    expect(await look('reset_before')).toMatchObject({ status: 'unknown' });
  });

  it("is not taken for an older post with the same text, nor for another author's", async () => {
    world = await startWorld();
    const text = 'The same words again';
    await publishUntilLive(provider, world.request({ text }), world.context);
    const request = world.request({ text });
    const attempt = await world.lose(request, 'reset_before');
    const sentAt = new Date(attempt.sentAt.getTime() + 11 * 60_000);
    expect(await provider.verify(request, { ...attempt, sentAt }, world.context)).toMatchObject({
      status: 'absent',
    });
    const other = { ...request, channel: { ...world.channel, internalId: 'grace' } };
    world.network.createAgent('grace');
    expect(await provider.verify(other, attempt, world.context)).toMatchObject({ status: 'absent' });
  });
});

describe('a comment whose answer was lost', () => {
  it('is found below the comment that it answers, and absent if the list has an end', async () => {
    world = await startWorld();
    const root = await publishUntilLive(provider, world.request(), world.context);
    const parent = await publishUntilLive(provider, world.request({ root, parent: root }), world.context);
    const found = await look(undefined, world.request({ root, parent }));
    expect(found).toMatchObject({ status: 'found', published: { id: world.live()[2]?.id } });
    expect(await look('reset_before', world.request({ root, parent }))).toMatchObject({
      status: 'absent',
      afterMs: LATE_MS,
    });
    world.network.arm({ moreComments: true });
    expect(await look('reset_before', world.request({ root, parent }))).toMatchObject({ status: 'unknown' });
  });
});
