import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { MediaFile } from '../_kit/contract.ts';
import { OutcomeUnknown, RateLimited, Unsent } from '../_kit/errors.ts';
import { problemsOf } from '../_kit/test-network.ts';
import { filmFile, pngFile, publishUntilLive } from '../_kit/test-harness.ts';
import { isPublish, refusal, startWorld, type World } from './fixtures/world.ts';
import { mastodon as provider } from './index.ts';

let world: World;

describe('media', () => {
  beforeEach(async () => void (world = await startWorld()));
  afterEach(() => world.stop());

  it('are posted once the instance has processed them', async () => {
    world.network.arm({ mediaPolls: 2 });
    await publishUntilLive(provider, world.request({ media: [filmFile()] }), world.context);
    expect(world.live()).toEqual([expect.objectContaining({ mediaIds: [expect.any(String)] })]);
  });

  it("that cannot be processed are rejected with the instance's message, and nothing is posted", async () => {
    world.network.arm({ mediaPolls: 1, mediaFails: true });
    await expect(provider.prepare(world.request({ media: [filmFile()] }), world.context)).rejects.toThrow(
      'Error processing thumbnail for uploaded media',
    );
    expect(world.live()).toEqual([]);
  });

  it('that take too long are given up, to be retried later', async () => {
    world.network.arm({ mediaPolls: 1000 });
    let minutes = 0;
    const hurried = { ...world.context, now: () => new Date(Date.UTC(2026, 0, 1, 0, (minutes += 3))) };
    await expect(provider.prepare(world.request({ media: [filmFile()] }), hurried)).rejects.toBeInstanceOf(
      Unsent,
    );
  });

  it('that are posted too early wait as the instance asks', async () => {
    const early = world.request({ media: [pngFile()] });
    const stored = await provider.prepare(early, world.context);
    world.front.arm(
      refusal(422, 'Cannot attach files that have not finished processing. Try again in a moment!'),
      isPublish,
    );
    await expect(provider.publish(early, stored, world.context)).rejects.toBeInstanceOf(RateLimited);
    await expect(provider.publish(early, stored, world.context)).resolves.toMatchObject({
      status: 'published',
    });
  });

  it('that are already attached leave the outcome unknown, and the post is found', async () => {
    const what = world.request({ media: [pngFile()] });
    const stored = await provider.prepare(what, world.context);
    await provider.publish(what, stored, world.context);
    const other = { ...what, idempotencyKey: randomUUID() };
    await expect(provider.publish(other, stored, world.context)).rejects.toBeInstanceOf(OutcomeUnknown);
    expect(
      await provider.verify(
        other,
        { prepared: stored, sentAt: new Date(), readAt: new Date(), ref: null },
        world.context,
      ),
    ).toMatchObject({ status: 'found' });
    expect(world.live()).toHaveLength(1);
  });

  it('are checked against the limits of the instance before anything is sent', () => {
    const check = (media: MediaFile[], text = ''): string[] => [
      ...new Set(
        problemsOf(
          provider,
          { settings: {} },
          { value: [{ content: text, media }], details: world.channel.details },
        ).map((issue) => issue.path),
      ),
    ];
    expect(check([pngFile()])).toEqual([]);
    expect(check([])).toEqual(['value.0.content']);
    expect(check(Array.from({ length: 4 }, () => pngFile()))).toEqual([]);
    expect(check(Array.from({ length: 5 }, () => pngFile()))).toEqual(['value.0.image']);
    expect(check([filmFile()])).toEqual([]);
    expect(check([filmFile(), pngFile()])).toEqual(['value.0.image']);
    expect(check([{ ...pngFile(), size: 16_777_215 }])).toEqual([]);
    expect(check([{ ...pngFile(), size: 16_777_216 }])).toEqual(['value.0.image']);
    expect(check([pngFile('x'.repeat(1500))])).toEqual([]);
    expect(check([pngFile('x'.repeat(1501))])).toEqual(['value.0.image.0']);
    expect(check([{ ...pngFile(), mime: 'image/tiff' }])).toEqual(['value.0.image']);
  });
});
