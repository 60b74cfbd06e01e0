/**
 * Texts, files, mentions and channels, at their limits and beyond: by the provider's rules and by the
 * network.
 */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { MediaFile, PublishRequest } from '../_kit/contract.ts';
import { RateLimited, Rejected, Unsent } from '../_kit/errors.ts';
import { problemsOf } from '../_kit/test-network.ts';
import { pngFile } from '../_kit/test-provider.ts';
import { startWorld, video, type World } from './fixtures/world.ts';
import { discord as provider } from './index.ts';
import { titleOf } from './message.ts';

let world: World;
beforeEach(async () => void (world = await startWorld()));
afterEach(() => world.stop());

const MIB = 1024 ** 2;
const issues = (
  { text = 'hello', media }: { text?: string; media?: MediaFile[] },
  premiumTier = 0,
): string[] => [
  ...new Set(
    problemsOf(
      provider,
      { settings: { channel: world.news } },
      { value: [{ content: text, media }], details: { premiumTier } },
    ).map((issue) => issue.path),
  ),
];
const to = (channel: string, overrides: Parameters<World['request']>[0] = {}): PublishRequest =>
  world.request({ ...overrides, settings: { __type: 'discord', channel } });

describe('a text', () => {
  it.each([
    ['letters', 'a'],
    ['emoji of one code point, two UTF-16 units', '🎉'],
    ['a family of seven code points', '👨‍👩‍👧‍👦', 7],
  ])('of 2000 characters goes out, of 2001 not: %s', async (_, letter, each = 1) => {
    const fits = letter.repeat(Math.floor(2000 / each)) + 'a'.repeat(2000 % each);
    expect(provider.rules.length(fits)).toBe(2000);
    expect(provider.rules.maxLength({ details: {} })).toBe(2000);
    await world.publish(world.request({ text: fits }));
    await expect(world.publish(world.request({ text: `${fits}a` }))).rejects.toThrow(
      'Invalid Form Body: content: Must be 2000 or fewer in length.',
    );
  });

  it('may be empty with a file, not without', async () => {
    expect(issues({ text: ' ', media: [pngFile()] })).toEqual([]);
    expect(issues({ text: ' ' })).toEqual(['value.0.content']);
    await world.publish(world.request({ text: '', media: [pngFile()] }));
    await expect(world.publish(world.request({ text: ' ' }))).rejects.toThrow('Cannot send an empty message');
  });

  it('mentions people, roles and, where the bot may, everyone', async () => {
    await world.publish(world.request({ text: 'Hello @everyone, <@123> and <@&456>' }));
    world.network.permit(world.news, { MENTION_EVERYONE: true });
    await world.publish(world.request({ text: 'Hello @everyone' }));
    expect(world.live()).toEqual([
      expect.objectContaining({ mentions: ['123'], mentionRoles: ['456'], mentionEveryone: false }),
      expect.objectContaining({ mentionEveryone: true }),
    ]);
  });
});

describe('files', () => {
  it('go out with their descriptions, pictures and videos together, ten at most', async () => {
    const ten = [video(), ...Array.from({ length: 9 }, (_, i) => pngFile(`number ${i}`))];
    await world.publish(world.request({ media: ten }));
    expect(
      world
        .live()[0]
        ?.attachments.map(({ filename, description, contentType }) => [filename, description, contentType]),
    ).toEqual(ten.map((f) => [f.fileName, f.alt, f.mime]));
    expect(issues({ media: ten })).toEqual([]);
    expect(issues({ media: [...ten, pngFile()] })).toEqual(['value.0.image']);
    await expect(world.publish(world.request({ media: [...ten, pngFile()] }))).rejects.toThrow(
      'Maximum number of attachments in a message reached (10)',
    );
  });

  it('are described in up to 1024 characters', async () => {
    const [fits, tooLong] = [pngFile('🎉'.repeat(1024)), pngFile('x'.repeat(1025))];
    expect(issues({ media: [fits] })).toEqual([]);
    expect(issues({ media: [fits, tooLong] })).toEqual(['value.0.image.1']);
    await world.publish(world.request({ media: [fits] }));
    await expect(world.publish(world.request({ media: [tooLong] }))).rejects.toThrow(
      'attachments.0.description: Must be 1024 or fewer in length.',
    );
  });

  it('have the size that the boosts of the server allow, each and together', () => {
    const sized = (...sizes: number[]): MediaFile[] => sizes.map((size) => ({ ...pngFile(), size }));
    expect(issues({ media: sized(20 * MIB) })).toEqual([]);
    expect(issues({ media: sized(20 * MIB + 1) })).toEqual(['value.0.image.0']);
    expect(issues({ media: sized(12 * MIB, 12 * MIB) })).toEqual([]);
    expect(issues({ media: sized(13 * MIB, 12 * MIB) })).toEqual(['value.0.image']);
    expect(issues({ media: sized(50 * MIB) }, 2)).toEqual([]);
    expect(issues({ media: sized(50 * MIB + 1) }, 2)).toEqual(['value.0.image', 'value.0.image.0']);
    expect(issues({ media: sized(100 * MIB) }, 3)).toEqual([]);
    expect(provider.rules.media.maxImageBytes).toBe(100 * MIB);
  });

  it('that the network finds too large are refused in its words, and what cannot be read is not sent', async () => {
    const large = { ...pngFile(), bytes: async () => new Uint8Array(20 * MIB + 1) };
    await expect(world.publish(world.request({ media: [large] }))).rejects.toThrow(
      'Request entity too large (HTTP 413)',
    );
    world.network.boost(world.guild, 2);
    await world.publish(world.request({ media: [large] }));
    const unreadable = {
      ...pngFile(),
      bytes: async () => {
        throw new Error('EIO');
      },
    };
    await expect(world.publish(world.request({ media: [unreadable] }))).rejects.toBeInstanceOf(Unsent);
    const gone = {
      ...pngFile(),
      bytes: async () => {
        throw new Rejected('The media file is gone', { networkCode: 'media_missing' });
      },
    };
    await expect(world.publish(world.request({ media: [gone] }))).rejects.toMatchObject({
      networkCode: 'media_missing',
    });
    expect(world.live()).toHaveLength(1);
  });

  it('need the right to attach', async () => {
    world.network.permit(world.news, { ATTACH_FILES: false });
    await world.publish(world.request());
    await expect(world.publish(world.request({ media: [pngFile()] }))).rejects.toThrow('Missing Permissions');
  });
});

describe('a channel', () => {
  it('may be of text, announcements, a forum, media or a thread; not of another kind', async () => {
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

  it('of another server is refused, though the bot is there as well', async () => {
    const { network, bot } = world;
    const other = network.createGuild({ name: 'Elsewhere', bots: [bot.id] });
    await expect(world.prepare(to(network.createChannel({ guild: other, name: 'secrets' })))).rejects.toThrow(
      'does not belong to the connected server',
    );
  });

  it('that is gone, hidden or closed is refused in the words of the network', async () => {
    const { network, news } = world;
    await expect(world.prepare(to('1'))).rejects.toThrow('Unknown Channel');
    network.permit(news, { SEND_MESSAGES: false });
    await expect(world.publish(world.request())).rejects.toThrow('Missing Permissions');
    network.permit(news, { VIEW_CHANNEL: false });
    await expect(world.publish(world.request())).rejects.toThrow('Missing Access');
    network.deleteChannel(news);
    await expect(world.publish(world.request())).rejects.toThrow('Unknown Channel');
  });

  it('with its limit used up waits as long as it says', async () => {
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
  it('gets a thread named after the first line, with the files in its first message', async () => {
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

  it('that requires a tag refuses in its words', async () => {
    const forum = world.network.createChannel({
      guild: world.guild,
      name: 'stories',
      type: 'forum',
      requireTag: true,
    });
    await expect(world.publish(to(forum))).rejects.toThrow(
      'A tag is required to create a forum post in this channel',
    );
  });

  it('loses the thread of a removed post where the bot may manage threads, else its message', async () => {
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

describe('the name of a thread', () => {
  it.each([
    ['the first line with words', '\n\n## News\nof today', 'News'],
    ['without marks', '- **Bold** and [a link](https://a.example) in `code`', 'Bold and a link in code'],
    ['of 100 characters in full', '🎉'.repeat(100), '🎉'.repeat(100)],
    ['of more than 100 characters cut', 'x'.repeat(101), `${'x'.repeat(99)}…`],
    ['a word where there is none', ' \n# \n', 'Thread'],
  ])('is %s', (_, text, name) => expect(titleOf(text)).toBe(name));
});
