import { afterEach, describe, expect, it } from '@jest/globals';
import type { Channel, PublishRequest, SentAttempt, VerifyResult } from '../_kit/contract.ts';
import { pngFile } from '../_kit/test-harness.ts';
import { startWorld, type World, type WorldOptions } from './fixtures/world.ts';
import { discord as provider } from './index.ts';

let world: World;
afterEach(() => world.stop());

const verify = (what: PublishRequest, attempt: SentAttempt): Promise<VerifyResult> =>
  provider.verify(what, { ...attempt, readAt: world.context.now() }, world.context);
const start = async (options: WorldOptions = {}): Promise<World> => (world = await startWorld(options));

describe('a lost message', () => {
  it('is found among what people wrote before and after it', async () => {
    await start();
    world.network.say(world.news, 'Good morning');
    const what = world.request();
    const attempt = await world.lose(what);
    world.network.say(world.news, what.item.text);
    expect(await verify(what, attempt)).toEqual({
      status: 'found',
      published: {
        id: world.live()[1]?.id,
        url: `https://discord.com/channels/${world.guild}/${world.news}/${world.live()[1]?.id}`,
        ref: { channelId: world.news, threadId: null, title: expect.any(String) },
      },
      byWords: true,
    });
  });

  it.each([
    ['hang_after', 'found'],
    ['drip_after', 'found'],
    ['truncated_after', 'found'],
    ['garbage_after', 'found'],
    ['hang_before', 'repeatable'],
    ['reset_before', 'repeatable'],
  ] as const)('after %s is %s', async (fault, status) => {
    await start({ timeoutMs: 500 });
    world.network.say(world.news, 'Good morning');
    const what = world.request();
    expect(await verify(what, await world.lose(what, fault))).toMatchObject({ status });
  });

  it('is found as the first message of a new channel', async () => {
    await start();
    const what = world.request();
    expect(await verify(what, await world.lose(what))).toMatchObject({ status: 'found' });
  });

  it('is found although Discord trimmed it', async () => {
    await start();
    const what = world.request({ text: '  One\n\nTwo <@!123>   three\u200b \n' });
    expect(await verify(what, await world.lose(what))).toMatchObject({ status: 'found' });
  });

  it('is found below a hundred newer messages', async () => {
    await start();
    const what = world.request();
    const attempt = await world.lose(what);
    for (let i = 0; i < 150; i++) world.network.say(world.news, `chatter ${i}`);
    expect(await verify(what, attempt)).toMatchObject({ status: 'found' });
  });

  it('is not confused with an earlier one, one by a person, with a file, or in another channel', async () => {
    await start();
    const text = 'The same words every day';
    await world.publish(world.request({ text }));
    const what = world.request({ text });
    const attempt = await world.lose(what, 'reset_before');
    world.network.say(world.news, text);
    await world.publish(world.request({ text, media: [pngFile()] }));
    await world.publish(
      world.request({
        text,
        settings: {
          __type: 'discord',
          channel: world.network.createChannel({ guild: world.guild, name: 'other' }),
        },
      }),
    );
    expect(await verify(what, attempt)).toMatchObject({ status: 'repeatable' });
  });

  it('is not taken for another item with the same text, whose message is known', async () => {
    await start();
    world.network.say(world.news, 'Good morning');
    const text = 'The same words twice';
    const what = world.request({ text });
    const attempt = await world.lose(what, 'reset_before');
    const twin = await world.publish(world.request({ text }));
    expect(await verify(what, attempt)).toMatchObject({ status: 'found', byWords: true });
    const isTaken = ({ id }: { id: string }): boolean => id === twin.id;
    expect(await verify(what, { ...attempt, isTaken })).toMatchObject({ status: 'repeatable' });
  });

  it('is absent after a minute, two minutes after the call', async () => {
    let now = new Date('2026-03-01T10:00:00Z');
    await start({ contextNow: () => now });
    world.network.say(world.news, 'Good morning');
    const what = world.request();
    const attempt = await world.lose(what, 'reset_before');
    now = new Date(now.getTime() + 59_000);
    expect(await verify(what, attempt)).toMatchObject({ status: 'repeatable', forMs: 61_000 });
    now = new Date(now.getTime() + 1000);
    expect(await verify(what, attempt)).toMatchObject({ status: 'absent', afterMs: 120_000 });
  });

  it('is found in its thread, and not there if it never arrived', async () => {
    await start();
    const root = await world.publish(world.request());
    const second = world.request({ root, parent: root });
    expect(await verify(second, await world.lose(second))).toMatchObject({
      status: 'found',
      published: { ref: { channelId: root.id } },
    });
    const third = world.request({ root, parent: root });
    expect(await verify(third, await world.lose(third, 'reset_before'))).toMatchObject({
      status: 'repeatable',
    });
  });

  it('needs a person after a minute if the channel is too busy to be read to its end', async () => {
    let now = new Date('2026-03-01T10:00:00Z');
    await start({ contextNow: () => now });
    world.network.say(world.news, 'Good morning');
    const what = world.request();
    const attempt = await world.lose(what, 'reset_before');
    for (let i = 0; i < 500; i++) world.network.say(world.news, `chatter ${i}`);
    expect(await verify(what, attempt)).toMatchObject({ status: 'repeatable' });
    now = new Date(now.getTime() + 60_000);
    expect(await verify(what, attempt)).toMatchObject({
      status: 'unknown',
      reason: expect.stringContaining('more than 500 messages'),
    });
  });
});

describe('a lost message whose bot was changed since', () => {
  it('is found by its text, or left to a person where the new bot may not read it, but is never absent', async () => {
    await start();
    const what = world.request();
    const attempt = await world.lose(what);
    const look = (change: Partial<Channel>) =>
      provider.verify(
        { ...what, channel: { ...what.channel, ...change } },
        { ...attempt, readAt: new Date(Date.now() + 3_600_000) },
        world.context,
      );
    const other = world.network.createBot('crier again');
    world.network.invite(world.guild, other.id);
    const details = { ...what.channel.details, botId: other.id };
    expect(await look({ details })).toMatchObject({ status: 'found' });
    for (const change of [
      { credentials: { token: other.token } },
      { details, credentials: { token: other.token } },
    ]) {
      expect(await look(change)).toMatchObject({
        status: 'unknown',
        reason: expect.stringContaining('resembles this one'),
      });
    }
  });
});

describe('the nonce', () => {
  it('creates one message for two equal calls, in a channel and in a thread', async () => {
    await start();
    const root = await world.publish(world.request());
    for (const what of [world.request(), world.request({ root, parent: root })]) {
      const prepared = await world.prepare(what);
      const [first, second] = [
        await provider.publish(what, prepared, world.context),
        await provider.publish(what, prepared, world.context),
      ];
      expect(second).toEqual(first);
    }
    expect(world.live()).toHaveLength(3);
  });

  it('differs between posts, and fits into 25 characters', async () => {
    await start();
    await world.publish(world.request());
    await world.publish(world.request());
    const nonces = world.live().map((m) => m.nonce ?? '');
    expect(new Set(nonces).size).toBe(2);
    for (const nonce of nonces) expect(nonce).toMatch(/^[\w-]{22}$/);
  });
});

describe('a lost message in a channel whose history the bot may not read', () => {
  let now: Date;
  async function startMuted(): Promise<PublishRequest> {
    now = new Date('2026-03-01T10:00:00Z');
    await start({ contextNow: () => now });
    world.network.say(world.news, 'Good morning');
    world.network.permit(world.news, { READ_MESSAGE_HISTORY: false });
    return world.request();
  }
  const later = (ms: number): void => void (now = new Date(now.getTime() + ms));

  it('may be repeated for a minute, protected by the nonce', async () => {
    const what = await startMuted();
    const attempt = await world.lose(what);
    later(59_999);
    // After the nonce may have expired, the network is asked again instead.
    expect(await verify(what, attempt)).toMatchObject({ status: 'repeatable', forMs: 120_000 - 59_999 });
    await provider.publish(what, attempt.prepared, world.context);
    expect(world.live().filter((m) => m.authorId === world.bot.id)).toHaveLength(1);
  });

  it('needs a person after that minute', async () => {
    const what = await startMuted();
    const attempt = await world.lose(what);
    later(60_000);
    expect(await verify(what, attempt)).toMatchObject({
      status: 'unknown',
      reason: expect.stringContaining('Read Message History'),
    });
  });

  it('is absent if the channel has no newer message at all', async () => {
    const what = await startMuted();
    const attempt = await world.lose(what, 'reset_before');
    later(3_600_000);
    expect(await verify(what, attempt)).toMatchObject({ status: 'absent' });
  });
});

describe('a lost post in a forum', () => {
  const inForum = (forum: string, text?: string): PublishRequest =>
    world.request({ ...(text ? { text } : {}), settings: { __type: 'discord', channel: forum } });

  it('is found by its author and text, even if it was archived', async () => {
    await start();
    const forum = world.network.createChannel({ guild: world.guild, name: 'stories', type: 'forum' });
    const what = inForum(forum);
    const attempt = await world.lose(what);
    const found = {
      status: 'found',
      published: {
        id: world.live()[0]?.id,
        ref: { channelId: world.live()[0]?.id, threadId: world.live()[0]?.id },
      },
    };
    expect(await verify(what, attempt)).toMatchObject(found);
    world.network.setThread(world.live()[0]?.id ?? '', { archived: true });
    expect(await verify(what, attempt)).toMatchObject(found);
  });

  it('is absent if it is none of the newer posts', async () => {
    await start();
    const forum = world.network.createChannel({ guild: world.guild, name: 'stories', type: 'forum' });
    await world.publish(inForum(forum, 'The same title\n\nand the same text'));
    const what = inForum(forum, 'The same title\n\nand the same text');
    const attempt = await world.lose(what, 'reset_before');
    expect(await verify(what, attempt)).toMatchObject({
      status: 'absent',
      evidence: 'The forum has no post since the call',
    });
    await world.publish(inForum(forum, 'Other title\n\nover quite other words'));
    expect(await verify(what, attempt)).toMatchObject({ status: 'absent' });
    await world.publish(inForum(forum, 'The same title\n\nand the same text, at https://a.example'));
    expect(await verify(what, attempt)).toMatchObject({ status: 'unknown' });
  });

  it('needs a person if the bot may not read it', async () => {
    await start();
    const forum = world.network.createChannel({ guild: world.guild, name: 'stories', type: 'forum' });
    world.network.permit(forum, { READ_MESSAGE_HISTORY: false });
    const what = inForum(forum);
    expect(await verify(what, await world.lose(what))).toMatchObject({
      status: 'unknown',
      reason: expect.stringContaining('Read Message History'),
    });
    const other = inForum(forum);
    const attempt = await world.lose(other, 'reset_before');
    expect(await verify(other, attempt)).toMatchObject({ status: 'absent' });
    await world.publish(inForum(forum));
    expect(await verify(other, attempt)).toMatchObject({ status: 'unknown' });
  });
});
