/** Messages: addresses, threads, topics, upgrades of groups, removal, unknown outcomes, numbers. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ChannelGone, OutcomeUnknown, Rejected, TokenExpired } from '../_kit/errors.ts';
import { pngFile, publishUntilLive } from '../_kit/test-harness.ts';
import type { Fault } from '../../src/test/networks/fault-front.ts';
import { isPublish, posts, prepared, refOf, startWorld, type World } from './fixtures/world.ts';
import { telegram as provider } from './index.ts';

let world: World;
afterEach(() => world.stop());

describe('a message on Telegram', () => {
  it('of a public channel has a public address; of a private one an address for its members; of a basic group none', async () => {
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

  it('goes to the topic of the channel, with its thread', async () => {
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

  it('hangs under a part that a person found', async () => {
    world = await startWorld();
    const root = await publishUntilLive(provider, world.request(), world.context);
    const found = { ...root, ref: null };
    await publishUntilLive(provider, world.request({ root: found, parent: found }), world.context);
    expect(posts(world.live()).map((post) => post.parentId)).toEqual([null, root.id]);
  });

  it('is answered in a thread that ends with the part whose parent was deleted', async () => {
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

  it('waits in the middle of a thread for a token that works again, and hangs under the part before it', async () => {
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

describe('a group that becomes a supergroup', () => {
  beforeEach(
    async () =>
      void (world = await startWorld({
        chat: { type: 'group', title: 'Club' },
        member: { status: 'member' },
      })),
  );

  it('takes nothing under its old id; renewed, the channel posts to the new one, and starts its thread anew', async () => {
    const root = await publishUntilLive(provider, world.request(), world.context);
    const grown = world.network.upgrade(world.chat);
    const part = world.request({ root, parent: root });
    await expect(publishUntilLive(provider, part, world.context)).rejects.toBeInstanceOf(TokenExpired);
    const renewed = await provider.refresh?.(world.channel, world.context);
    expect(renewed?.credentials).toEqual({ token: world.bot.token, chatId: String(grown.id) });
    const channel = { ...world.channel, credentials: renewed?.credentials ?? {} };
    const live = await publishUntilLive(provider, { ...part, channel }, world.context);
    expect(live.url).toBe(`https://t.me/c/${String(grown.id).slice(4)}/1`);
    await expect(provider.remove?.(channel, root, world.context)).rejects.toThrow(
      /before it became a supergroup; delete it in Telegram/,
    );
    await expect(provider.remove?.(channel, root, world.context)).rejects.toBeInstanceOf(Rejected);
    expect(world.live().map((m) => ({ chatId: m.chatId, replyTo: m.replyTo }))).toEqual([
      { chatId: world.chat.id, replyTo: null },
      { chatId: grown.id, replyTo: null },
    ]);
  });

  it('leaves the id as it is while the group is what it was', async () => {
    expect((await provider.refresh?.(world.channel, world.context))?.credentials).toEqual(
      world.channel.credentials,
    );
    expect(world.live()).toEqual([]);
  });
});

describe('removing', () => {
  it('takes away every message of an album', async () => {
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

  it('goes on where an album was deleted in part', async () => {
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

  it('works for 48 hours, and says so afterwards', async () => {
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

describe('an unknown outcome', () => {
  beforeEach(async () => void (world = await startWorld()));

  it('stays unknown, whether the message is out or not, and looking changes nothing', async () => {
    const [taken, dropped] = [world.request(), world.request()];
    const attempts = [await world.lose(taken), await world.lose(dropped, 'reset_before')] as const;
    const before = world.network.messages();
    for (const [what, attempt] of [
      [taken, attempts[0]],
      [dropped, attempts[1]],
    ] as const) {
      expect(await provider.verify(what, attempt, world.context)).toMatchObject({
        status: 'unknown',
        reason: expect.stringContaining('does not let a bot read'),
      });
    }
    expect(world.network.messages()).toEqual(before);
    expect(before).toHaveLength(1);
  });

  it.each<Fault['kind']>(['truncated_after', 'garbage_after', 'reset_after'])(
    'is what %s leaves',
    async (kind) => {
      await world.lose(world.request(), kind as 'reset_after');
      expect(world.live()).toHaveLength(1);
    },
  );

  it.each([
    ['hang_before', 0],
    ['hang_after', 1],
    ['drip_after', 1],
  ] as const)(
    'is what a call leaves that is cut off while Telegram is silent or slow: %s',
    async (kind, sent) => {
      world.front.arm({ kind }, isPublish);
      const cutOff = { ...world.context, signal: AbortSignal.timeout(400) };
      await expect(provider.publish(world.request(), prepared(), cutOff)).rejects.toBeInstanceOf(
        OutcomeUnknown,
      );
      expect(world.live()).toHaveLength(sent);
    },
  );

  it('is what a 2xx without a message leaves', async () => {
    for (const body of [
      '{}',
      '{"ok":true}',
      '{"ok":true,"result":{}}',
      '{"ok":true,"result":[]}',
      '{"ok":false}',
      'null',
    ]) {
      world.front.arm({ kind: 'status', status: 200, body }, isPublish);
      await expect(provider.publish(world.request(), prepared(), world.context)).rejects.toBeInstanceOf(
        OutcomeUnknown,
      );
    }
  });

  it('is what an album leaves of which a part was sent', async () => {
    world.network.arm({ albumFailsAt: 3 });
    const refused = publishUntilLive(
      provider,
      world.request({ media: [pngFile(), pngFile(), pngFile()] }),
      world.context,
    );
    await expect(refused).rejects.toBeInstanceOf(OutcomeUnknown);
    await expect(refused).rejects.toThrow('failed to send message #3');
    expect(world.live()).toHaveLength(2);
  });
});

describe('the numbers of a chat', () => {
  it.each([
    ['channel', 'Subscribers'],
    ['supergroup', 'Members'],
    ['group', 'Members'],
  ] as const)('of a %s are its %s', async (type, label) => {
    world = await startWorld({ chat: { type, memberCount: 1234 } });
    expect(await provider.analytics?.(world.channel, world.context)).toEqual([{ label, total: 1234 }]);
  });

  it('are none for a chat with one person, and for a post', async () => {
    world = await startWorld({ chat: { type: 'private', title: 'Grace' } });
    expect(await provider.analytics?.(world.channel, world.context)).toEqual([]);
    expect(provider.postAnalytics).toBeUndefined();
  });
});
