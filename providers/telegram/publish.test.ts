import { afterEach, describe, expect, it } from '@jest/globals';
import { ChannelGone, Rejected, TokenExpired } from '../_kit/errors.ts';
import { pngFile, publishUntilLive } from '../_kit/test-harness.ts';
import { posts, refOf, startWorld, type World } from './fixtures/world.ts';
import { telegram as provider } from './index.ts';

let world: World;
afterEach(() => world.stop());

describe('a message on Telegram', () => {
  it('has a public URL in a public channel, a private one in a private channel, else none', async () => {
    world = await startWorld();
    expect((await publishUntilLive(provider, world.request(), world.context)).url).toBe(
      'https://t.me/ada_writes/1',
    );
    await world.stop();
    world = await startWorld({ chat: { title: 'Private' } });
    expect((await publishUntilLive(provider, world.request(), world.context)).url).toBe(
      `https://t.me/c/${String(world.chat.id).slice(4)}/1`,
    );
    await world.stop();
    world = await startWorld({ chat: { type: 'group' }, member: { status: 'member' } });
    expect((await publishUntilLive(provider, world.request(), world.context)).url).toBeNull();
  });

  it('goes to the topic of the channel, also in a thread', async () => {
    world = await startWorld({
      chat: { type: 'supergroup', topics: [7] },
      member: { status: 'member' },
      topic: '7',
    });
    const root = await publishUntilLive(provider, world.request({ media: [pngFile()] }), world.context);
    await publishUntilLive(
      provider,
      world.request({ root, parent: root, media: [pngFile(), pngFile()] }),
      world.context,
    );
    expect(world.live().map((m) => m.threadId)).toEqual([7, 7, 7]);
    expect(posts(world.live()).map((post) => post.parentId)).toEqual([null, root.id]);
  });

  it('is a reply to a part that a person found', async () => {
    world = await startWorld();
    const root = await publishUntilLive(provider, world.request(), world.context);
    const found = { ...root, ref: null };
    await publishUntilLive(provider, world.request({ root: found, parent: found }), world.context);
    expect(posts(world.live()).map((post) => post.parentId)).toEqual([null, root.id]);
  });

  it('is rejected as a reply to a deleted message', async () => {
    world = await startWorld();
    const root = await publishUntilLive(provider, world.request(), world.context);
    const reply = world.request({ root, parent: root });
    await publishUntilLive(provider, reply, world.context);
    await provider.remove?.(world.channel, root, world.context);
    await expect(publishUntilLive(provider, reply, world.context)).rejects.toThrow(
      'message to be replied not found',
    );
    await expect(publishUntilLive(provider, reply, world.context)).rejects.toBeInstanceOf(Rejected);
  });

  it('is a reply to the part before it, even after an interruption by a revoked token', async () => {
    world = await startWorld();
    const root = await publishUntilLive(provider, world.request(), world.context);
    const part = world.request({ root, parent: root });
    world.bot.revoked = true;
    await expect(publishUntilLive(provider, part, world.context)).rejects.toBeInstanceOf(TokenExpired);
    await expect(provider.refresh?.(world.channel, world.context)).rejects.toBeInstanceOf(ChannelGone);
    world.bot.revoked = false;
    expect(await provider.refresh?.(world.channel, world.context)).toEqual({
      credentials: world.channel.credentials,
      expiresAt: null,
    });
    const second = await publishUntilLive(provider, part, world.context);
    expect(posts(world.live()).map(({ id, parentId }) => ({ id, parentId }))).toEqual([
      { id: root.id, parentId: null },
      { id: second.id, parentId: root.id },
    ]);
  });
});

describe('removing', () => {
  it('deletes every message of an album', async () => {
    world = await startWorld();
    const live = await publishUntilLive(
      provider,
      world.request({ media: [pngFile(), pngFile(), pngFile()] }),
      world.context,
    );
    expect(refOf(live).messageIds).toEqual([1, 2, 3]);
    await provider.remove?.(world.channel, live, world.context);
    expect(world.live()).toEqual([]);
  });

  it('continues if an album was partly deleted', async () => {
    world = await startWorld();
    const live = await publishUntilLive(
      provider,
      world.request({ media: [pngFile(), pngFile()] }),
      world.context,
    );
    await provider.remove?.(
      world.channel,
      { ...live, ref: { ...refOf(live), messageIds: [1] } },
      world.context,
    );
    await provider.remove?.(world.channel, live, world.context);
    expect(world.live()).toEqual([]);
  });

  it('works for 48 hours, and fails with that reason afterwards', async () => {
    let now = new Date('2026-03-01T10:00:00Z');
    world = await startWorld({ now: () => now });
    const [first, second] = [
      await publishUntilLive(provider, world.request(), world.context),
      await publishUntilLive(provider, world.request(), world.context),
    ];
    now = new Date('2026-03-03T10:00:00Z');
    await provider.remove?.(world.channel, first, world.context);
    now = new Date('2026-03-03T10:00:01Z');
    const refused = provider.remove?.(world.channel, second, world.context);
    await expect(refused).rejects.toBeInstanceOf(Rejected);
    await expect(refused).rejects.toThrow(/48 hours.*message can't be deleted for everyone/);
    expect(world.live().map((m) => String(m.id))).toEqual([second.id]);
  });
});
