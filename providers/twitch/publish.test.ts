/** A post on Twitch: a message or an announcement in the chat, or a reason why not. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { PublishRequest } from '../_kit/contract.ts';
import { AlreadyThere, OutcomeUnknown, RateLimited, Rejected } from '../_kit/errors.ts';
import { publishUntilLive } from '../_kit/test-harness.ts';
import { fault, isPublish, startWorld, type World, type WorldOptions } from './fixtures/world.ts';
import { twitch as provider } from './index.ts';

const NOW = new Date('2026-11-23T12:00:00Z');
let world: World;
const start = async (options?: WorldOptions): Promise<void> => {
  await world?.stop();
  world = await startWorld(options);
};
beforeEach(() => start());
afterEach(() => world.stop());

const publish = (request: PublishRequest): ReturnType<typeof publishUntilLive> =>
  publishUntilLive(provider, request, world.context);
const failure = (request: PublishRequest): Promise<unknown> =>
  publish(request).catch((error: unknown) => error);
const announce = (text: string, announcementColor?: string | null): PublishRequest =>
  world.request({ text }, { messageType: 'announcement', announcementColor });

describe('a message on Twitch', () => {
  it('is in the chat of the channel, on one line, and leads to the channel', async () => {
    const { id, url } = await publish(world.request({ text: ' Live at eight \r\n\n  HeyGuys\u2028@ada ' }));
    expect(world.network.lines()).toEqual([
      expect.objectContaining({ id, text: 'Live at eight HeyGuys @ada', color: null, parentId: null }),
    ]);
    expect(url).toBe('https://twitch.tv/ada');
  });

  it('follows a part that a person found as a message of its own', async () => {
    const parent = { id: 'https://twitch.tv/ada', url: null, ref: null };
    await publish(world.request({ parent, root: parent }));
    expect(world.network.lines()).toEqual([expect.objectContaining({ parentId: null })]);
  });

  it.each([
    [
      { code: 'channel_settings_block', message: 'The settings of this chat do not allow the message.' },
      'Twitch did not send the message: The settings of this chat do not allow the message.',
    ],
    [
      { code: 'msg_duplicate', message: 'Your message is identical to the previous one.' },
      'identical to the previous one. (the same words were sent less than 30 seconds ago)',
    ],
    [
      { code: 'msg_rejected', message: 'Your message is being checked by mods.' },
      'moderators look at it first, and may still let it through',
    ],
    [{ code: 'new_reason', message: '' }, 'Twitch did not send the message: new_reason'],
  ])('that is dropped with %j is a failure with a message', async (drop, message) => {
    world.network.arm({ drop });
    const error = await failure(world.request());
    expect(error).toBeInstanceOf(Rejected);
    expect(error).toMatchObject({ networkCode: drop.code, message: expect.stringContaining(message) });
    expect(error instanceof AlreadyThere).toBe(drop.code === 'msg_duplicate');
    expect(world.network.lines()).toEqual([]);
  });

  it('whose answer does not confirm that it was sent may be there', async () => {
    world.front.arm({ kind: 'status', status: 200, body: '{"data":[]}' }, isPublish);
    expect(await failure(world.request())).toBeInstanceOf(OutcomeUnknown);
  });
});

describe('an announcement on Twitch', () => {
  it('has its colour, and the colour of the channel without one', async () => {
    const { url, ref } = await publish(announce('Live now', 'purple'));
    await publish(announce('Still live', null));
    expect(world.network.lines().map(({ text, color }) => [text, color])).toEqual([
      ['Live now', 'purple'],
      ['Still live', 'primary'],
    ]);
    expect([url, ref]).toEqual(['https://twitch.tv/ada', { messageId: null }]);
  });

  it('is followed by announcements, each with an id of its own', async () => {
    const first = await publish(announce('One'));
    const second = await publish({ ...announce('Two'), parent: first, root: first });
    expect(world.network.lines().map(({ text, parentId }) => [text, parentId])).toEqual([
      ['One', null],
      ['Two', null],
    ]);
    expect(second.id).not.toBe(first.id);
  });

  it('that is answered otherwise than Twitch describes may be there', async () => {
    world.front.arm({ kind: 'status', status: 200, body: '{}' }, isPublish);
    expect(await failure(announce('Live now'))).toBeInstanceOf(OutcomeUnknown);
  });
});

describe('the limits of Twitch', () => {
  it('make messages and announcements wait for the 30 seconds of a chat', async () => {
    await start({ limits: { messages: 1, announcements: 1 }, now: () => NOW, contextNow: () => NOW });
    const waits = { constructor: RateLimited, resetAt: new Date('2026-11-23T12:00:30Z') };
    await publish(world.request());
    expect(await failure(world.request())).toMatchObject(waits);
    await publish(announce('One'));
    expect(await failure(announce('Two'))).toMatchObject(waits);
    expect(world.network.lines()).toHaveLength(2);
  });

  it('show when the points of the API are there again, and a dropped message is sent later', async () => {
    await start({ contextNow: () => NOW });
    const reset = NOW.getTime() / 1000 + 45;
    const headers = { 'ratelimit-remaining': '0', 'ratelimit-reset': String(reset) };
    world.front.arm(fault(429, 'Too Many Requests', headers), isPublish);
    expect(await failure(world.request())).toMatchObject({ resetAt: new Date('2026-11-23T12:00:45Z') });
    world.network.arm({ drop: { code: 'msg_ratelimit', message: 'You are sending messages too quickly.' } });
    expect(await failure(world.request())).toMatchObject({
      constructor: RateLimited,
      resetAt: new Date('2026-11-23T12:00:30Z'),
    });
  });
});
