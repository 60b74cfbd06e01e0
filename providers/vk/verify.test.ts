import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { PublishRequest, SentAttempt } from '../_kit/contract.ts';
import { filmFile, pngFile, publishUntilLive } from '../_kit/test-harness.ts';
import { startWorld, type World } from './fixtures/world.ts';
import { vk as provider } from './index.ts';

const KEY_MS = 10 * 60_000;
let world: World;
let ahead = 0;
beforeEach(async () => {
  ahead = 0;
  const now = (): Date => new Date(Date.now() + ahead);
  world = await startWorld({ contextNow: now });
});
afterEach(() => world.stop());

const verify = (request: PublishRequest, attempt: SentAttempt) =>
  provider.verify(request, { ...attempt, readAt: world.context.now() }, world.context);
const publish = (request = world.request()) => publishUntilLive(provider, request, world.context);

describe('a post to VK with an unknown outcome', () => {
  it.each([
    ['a text', () => [], true],
    ['pictures', () => [pngFile(), pngFile()], false],
    ['a video', () => [filmFile()], false],
  ])('is found by its text or its files: %s', async (_, media, byWords) => {
    const lost = world.request({ text: 'Asparagus', media: media() });
    const attempt = await world.lose(lost);
    expect(await verify(lost, attempt)).toEqual({
      status: 'found',
      byWords,
      published: expect.objectContaining({ id: String(world.network.items()[0]?.id) }),
    });
  });

  it.each(['channel', 'community'] as const)(
    'on the wall of the %s may be sent again with its key, and stays one post',
    async (wall) => {
      const lost = world.request({ channel: world[wall] });
      const attempt = await world.lose(lost, 'reset_before');
      expect(await verify(lost, attempt)).toMatchObject({ status: 'repeatable', afterMs: 30_000 });
      const first = await provider.publish(lost, attempt.prepared, world.context);
      expect(await provider.publish(lost, attempt.prepared, world.context)).toEqual(first);
      expect(world.network.items()).toHaveLength(1);
    },
  );

  it('counts on its key for ten minutes, and after that on the wall alone', async () => {
    const lost = world.request();
    const attempt = await world.lose(lost, 'reset_before');
    const verdict = await verify(lost, attempt);
    expect(verdict).toMatchObject({ status: 'repeatable' });
    expect('forMs' in verdict && verdict.forMs).toBeLessThanOrEqual(KEY_MS);
    ahead = KEY_MS + 60_000;
    expect(await verify(lost, attempt)).toEqual({
      status: 'absent',
      evidence: 'None of the 0 posts of the wall since the call is this one',
      afterMs: 120_000,
    });
    const there = world.request();
    const arrived = await world.lose(there);
    ahead += KEY_MS + 60_000;
    expect(await verify(there, arrived)).toMatchObject({ status: 'found' });
  });

  it('is not one that was there before, of another author, or with other files', async () => {
    const text = 'Asparagus';
    await publish(world.request({ text }));
    const lost = world.request({ text });
    const attempt = await world.lose(lost, 'reset_before');
    world.network.addItem({ owner: world.user.id, from: 5, text });
    expect(await verify(lost, attempt)).toMatchObject({ status: 'repeatable' });
    const pictured = world.request({ text, media: [pngFile()] });
    const never = await world.lose(pictured, 'reset_before');
    await publish(world.request({ text, media: [pngFile()] }));
    expect(await verify(pictured, never)).toMatchObject({ status: 'repeatable' });
  });

  it('needs a person where another one begins alike, once the key is too old', async () => {
    const lost = world.request({ text: 'Asparagus from today, every day but Monday, until June' });
    const attempt = await world.lose(lost, 'reset_before');
    const { id } = world.network.addItem({
      owner: world.user.id,
      text: 'Asparagus from today, every day but Monday, until July',
    });
    ahead = KEY_MS + 60_000;
    expect(await verify(lost, attempt)).toMatchObject({
      status: 'unknown',
      reason: expect.stringContaining(`wall${world.user.id}_${id} resembles this one`),
    });
  });

  it('that is a comment is found below its post, and only there', async () => {
    const root = await publish();
    const other = await publish();
    const lost = world.request({ text: 'Two', root, parent: root });
    const attempt = await world.lose(lost, 'reset_before');
    await publish(world.request({ text: 'Two', root: other, parent: other }));
    expect(await verify(lost, attempt)).toMatchObject({ status: 'repeatable' });
    const again = await world.lose(lost);
    expect(await verify(lost, again)).toMatchObject({
      status: 'found',
      byWords: true,
      published: { id: String(world.network.items().at(-1)?.id) },
    });
  });

  it('is found behind pages of others, but needs a person behind more than five hundred', async () => {
    const lost = world.request();
    const attempt = await world.lose(lost);
    const fill = (count: number): void => {
      for (let i = 0; i < count; i++) world.network.addItem({ owner: world.user.id, text: `Filler ${i}` });
    };
    fill(150);
    expect(await verify(lost, attempt)).toMatchObject({ status: 'found' });
    fill(400);
    ahead = KEY_MS + 60_000;
    expect(await verify(lost, attempt)).toMatchObject({
      status: 'unknown',
      reason: expect.stringContaining('more than 500 posts'),
    });
  });

  it('can be picked among the newest of the wall', async () => {
    const first = await publish();
    const second = await publish();
    expect(await provider.recent?.(world.channel, world.context)).toMatchObject(
      [second, first].map(({ id, url }) => ({ id, url })),
    );
  });
});
