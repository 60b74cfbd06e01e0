import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { PublishRequest } from '../_kit/contract.ts';
import { RateLimited } from '../_kit/errors.ts';
import { pngFile } from '../_kit/test-harness.ts';
import { startWorld, type World } from './fixtures/world.ts';
import { discord as provider } from './index.ts';

let world: World;
beforeEach(async () => void (world = await startWorld()));
afterEach(() => world.stop());

const to = (channel: string, overrides: Parameters<World['request']>[0] = {}): PublishRequest =>
  world.request({ ...overrides, settings: { __type: 'discord', channel } });

describe('a channel', () => {
  it('may be a text, announcement, forum or media channel, or a thread, and nothing else', async () => {
    const { network, guild } = world;
    for (const type of ['text', 'announcement', 'forum', 'media'] as const) {
      await world.publish(to(network.createChannel({ guild, name: type, type })));
    }
    const root = await world.publish(world.request());
    const { id: thread } = await world.publish(world.request({ root, parent: root })).then(() => root);
    const inThread = await world.publish(to(thread));
    expect(inThread.url).toBe(`https://discord.com/channels/${guild}/${thread}/${inThread.id}`);
    for (const type of ['voice', 'category'] as const) {
      await expect(world.prepare(to(network.createChannel({ guild, name: type, type })))).rejects.toThrow(
        'is not a text, announcement, forum or media channel',
      );
    }
  });

  it('of another server is rejected, although the bot is in it, too', async () => {
    const { network, bot } = world;
    const other = network.createGuild({ name: 'Elsewhere', bots: [bot.id] });
    await expect(world.prepare(to(network.createChannel({ guild: other, name: 'secrets' })))).rejects.toThrow(
      'does not belong to the connected server',
    );
  });

  it("that is gone, hidden or closed is rejected with Discord's message", async () => {
    const { network, news } = world;
    await expect(world.prepare(to('1'))).rejects.toThrow('Unknown Channel');
    network.permit(news, { SEND_MESSAGES: false });
    await expect(world.publish(world.request())).rejects.toThrow('Missing Permissions');
    network.permit(news, { VIEW_CHANNEL: false });
    await expect(world.publish(world.request())).rejects.toThrow('Missing Access');
    network.deleteChannel(news);
    await expect(world.publish(world.request())).rejects.toThrow('Unknown Channel');
  });

  it('whose limit is used up waits as long as Discord asks', async () => {
    await world.stop();
    let now = new Date('2026-03-01T10:00:00Z');
    world = await startWorld({ now: () => now, contextNow: () => now, limits: { messagesPerBucket: 2 } });
    await world.publish(world.request());
    now = new Date('2026-03-01T10:00:01.500Z');
    await world.publish(world.request());
    const error = await world.publish(world.request()).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(RateLimited);
    expect((error as RateLimited).resetAt).toEqual(new Date('2026-03-01T10:00:05Z'));
    now = (error as RateLimited).resetAt;
    await world.publish(world.request());
  });
});

describe('a forum', () => {
  it('receives a thread named after the first line, with the files in its first message', async () => {
    const forum = world.network.createChannel({ guild: world.guild, name: 'stories', type: 'forum' });
    const live = await world.publish(
      to(forum, { text: '# **Big** news\n\nMore of it', media: [pngFile('a pixel')] }),
    );
    expect(world.network.channels().find((c) => c.id === live.id)).toMatchObject({
      name: 'Big news',
      parentId: forum,
      ownerId: world.bot.id,
    });
    expect(world.live()).toEqual([
      expect.objectContaining({
        id: live.id,
        channelId: live.id,
        content: '# **Big** news\n\nMore of it',
        attachments: [expect.objectContaining({ description: 'a pixel' })],
      }),
    ]);
    expect(live.url).toBe(`https://discord.com/channels/${world.guild}/${live.id}/${live.id}`);
  });

  it('that requires a tag is asked before anything is sent', async () => {
    const forum = world.network.createChannel({
      guild: world.guild,
      name: 'stories',
      type: 'forum',
      requireTag: true,
    });
    await expect(world.publish(to(forum))).rejects.toThrow(
      'The forum wants a tag for each post (tags); its tags: none',
    );
  });

  it('loses the whole thread of a removed post if the bot may manage threads, else its message', async () => {
    const forum = world.network.createChannel({ guild: world.guild, name: 'stories', type: 'forum' });
    const [first, second] = [await world.publish(to(forum)), await world.publish(to(forum))];
    await provider.remove?.(world.channel, first, world.context);
    expect(world.network.channels().some((c) => c.id === first.id)).toBe(true);
    world.network.permit(forum, { MANAGE_THREADS: true });
    await provider.remove?.(world.channel, second, world.context);
    await provider.remove?.(world.channel, second, world.context);
    expect(world.network.channels().some((c) => c.id === second.id)).toBe(false);
    expect(world.live()).toEqual([]);
  });
});
