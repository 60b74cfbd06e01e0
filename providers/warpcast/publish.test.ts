/** A cast: its pictures, its channels, its replies and its end. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Published, PublishRequest } from '../_kit/contract.ts';
import { ChannelGone, OutcomeUnknown, RateLimited, Rejected, Unsent } from '../_kit/errors.ts';
import { pngFile, prepareStored, publishUntilLive } from '../_kit/test-harness.ts';
import { fault, inChannels, isPublish, startWorld, type World } from './fixtures/world.ts';
import { warpcast as provider } from './index.ts';

let world: World;
beforeEach(async () => void (world = await startWorld()));
afterEach(() => world.stop());

const publish = (request: PublishRequest): Promise<Published> =>
  publishUntilLive(provider, request, world.context);
const refused = async (request: PublishRequest): Promise<unknown> =>
  publish(request).catch((error: unknown) => error);

describe('a cast', () => {
  it('has its text, its URL on Farcaster, and a key of 16 characters', async () => {
    const { id, url } = await publish(world.request({ text: 'Fresh bread at 8' }));
    expect(world.live()).toEqual([
      expect.objectContaining({
        hash: id,
        text: 'Fresh bread at 8',
        embeds: [],
        channel: null,
        parent: null,
      }),
    ]);
    expect(world.live()[0]?.idem).toMatch(/^[A-Za-z0-9_-]{16}$/);
    expect(url).toBe(`https://farcaster.xyz/ada/${id}`);
  });

  it('embeds its pictures by permanent URLs, also without a text', async () => {
    const media = ['menu', 'shop'].map((name) => ({
      ...pngFile(),
      url: `https://crier.example/uploads/${name}.png`,
      signedUrl: async () => 'https://crier.example/uploads/signed/ends.png',
    }));
    await publish(world.request({ text: '', media }));
    expect(world.live()).toMatchObject([
      {
        text: '',
        embeds: [
          { url: 'https://crier.example/uploads/menu.png' },
          { url: 'https://crier.example/uploads/shop.png' },
        ],
      },
    ]);
  });

  it('goes once into each channel of its settings, and its reply to each of these', async () => {
    const settings = inChannels('food', 'art', 'food');
    const root = await publish(world.request({ text: 'One' }, settings));
    const reply = await publish(world.request({ text: 'Two', root, parent: root }, settings));
    await publish(world.request({ text: 'Three', root, parent: reply }, settings));
    expect(world.live().map(({ text, channel, parent }) => [text, channel?.id, parent?.text])).toEqual([
      ['One', 'food', undefined],
      ['One', 'art', undefined],
      ['Two', undefined, 'One'],
      ['Two', undefined, 'One'],
      ['Three', undefined, 'Two'],
      ['Three', undefined, 'Two'],
    ]);
    expect(new Set(world.live().map(({ idem }) => idem)).size).toBe(6);
    expect(new Set(world.live().flatMap(({ parent }) => parent ?? [])).size).toBe(4);
  });

  it('made twice with the same key is one cast', async () => {
    const request = world.request();
    const prepared = await prepareStored(provider, request, world.context);
    const first = await provider.publish(request, prepared, world.context);
    expect(await provider.publish(request, prepared, world.context)).toEqual(first);
    expect(world.live()).toHaveLength(1);
  });

  it('is gone from each channel once taken down, and a second time is no error', async () => {
    const published = await publish(world.request({}, inChannels('food', 'art')));
    expect(world.live()).toHaveLength(2);
    for (let n = 0; n < 2; n++) await provider.remove?.(world.channel, published, world.context);
    expect(world.live()).toEqual([]);
  });
});

describe('a cast to several channels', () => {
  it('is an unknown outcome when a later one is refused, and a repeat adds nothing twice', async () => {
    world.network.arm({ closed: ['art'] });
    const request = world.request({ text: 'Two places' }, inChannels('food', 'art'));
    const prepared = await prepareStored(provider, request, world.context);
    const failed = provider.publish(request, prepared, world.context);
    await expect(failed).rejects.toThrow(OutcomeUnknown);
    await expect(failed).rejects.toThrow('1 of 2 casts are published. Channel is closed');
    const repeated = provider.publish(request, prepared, world.context);
    await expect(repeated).rejects.toThrow(Rejected);
    await expect(repeated).rejects.toThrow('1 of 2 casts are published');
    expect(world.live()).toHaveLength(1);
  });

  it('goes on where it was interrupted, as soon as Neynar lets it', async () => {
    const request = world.request({}, inChannels('food', 'art', 'tea'));
    const prepared = await prepareStored(provider, request, world.context);
    let seen = 0;
    const limit = fault(429, 'RateLimitExceeded', 'Rate limit exceeded', {
      headers: { 'retry-after': '20' },
    });
    world.front.arm(limit, (call) => isPublish(call) && seen++ === 1);
    const failed = await provider.publish(request, prepared, world.context).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(OutcomeUnknown);
    expect((failed as OutcomeUnknown).resetAt?.getTime()).toBeGreaterThan(Date.now());
    await provider.publish(request, prepared, world.context);
    expect(world.live().map(({ channel }) => channel?.id)).toEqual(['food', 'art', 'tea']);
  });
});

describe('what Neynar refuses', () => {
  it('is reported with its message: a channel that does not exist, a text that is too long', async () => {
    for (const [request, message] of [
      [world.request({}, inChannels('nowhere')), 'Channel not found'],
      [world.request({ text: 'x'.repeat(1025) }), 'Text must be at most 1024 bytes'],
    ] as const) {
      const error = await refused(request);
      expect(error).toBeInstanceOf(Rejected);
      expect((error as Rejected).message).toContain(message);
    }
    expect(world.live()).toEqual([]);
  });

  it('ends the channel whose signer was revoked, or is another key’s', async () => {
    world.network.revoke(world.account);
    expect(await refused(world.request())).toBeInstanceOf(ChannelGone);
    world.front.arm(fault(404, 'NotFound', 'Signer not found', { property: 'signer_uuid' }), isPublish);
    expect(await refused(world.request())).toBeInstanceOf(ChannelGone);
  });

  it.each([
    ['the API key', { env: { NEYNAR_SECRET_KEY: 'another' } }, 'Neynar does not accept the API key'],
    ['the missing API key', { env: { NEYNAR_SECRET_KEY: '' } }, 'set NEYNAR_SECRET_KEY'],
  ])('waits for the operator when it is %s, and ends no channel', async (_, { env }, message) => {
    const context = { ...world.context, env: { ...world.context.env, ...env } };
    const failed = publishUntilLive(provider, world.request(), context);
    await expect(failed).rejects.toThrow(Unsent);
    await expect(failed).rejects.toThrow(message);
  });

  it('waits for the operator when the plan is used up', async () => {
    world.network.arm({ unpaid: true });
    const error = await refused(world.request());
    expect(error).toBeInstanceOf(Unsent);
    expect((error as Unsent).message).toContain('credits are used up');
  });

  it('waits a minute when there were too many requests, as Neynar names no time', async () => {
    const now = new Date('2026-11-23T10:00:00Z');
    const small = await startWorld({ limits: { requests: 3 }, now: () => now, contextNow: () => now });
    const failed = publishUntilLive(provider, small.request(), small.context);
    await expect(failed).rejects.toThrow(RateLimited);
    await expect(failed).rejects.toMatchObject({ resetAt: new Date('2026-11-23T10:01:00Z') });
    await small.stop();
  });
});

describe('what Farcaster shows', () => {
  it('has the numbers of the account, and those of a cast in all its channels', async () => {
    const published = await publish(world.request({}, inChannels('food', 'art')));
    await publish(world.request({ root: published, parent: published }));
    expect(await provider.analytics?.(world.channel, world.context)).toEqual([
      { label: 'Followers', total: 7 },
      { label: 'Following', total: 3 },
    ]);
    expect(await provider.postAnalytics?.(world.channel, published, world.context)).toEqual([
      { label: 'Likes', total: 8 },
      { label: 'Recasts', total: 4 },
      { label: 'Replies', total: 2 },
    ]);
  });

  it('lists the newest casts first, without replies', async () => {
    const first = await publish(world.request());
    await publish(world.request({ root: first, parent: first }));
    const last = await publish(world.request());
    expect(await provider.recent?.(world.channel, world.context)).toMatchObject(
      [last, first].map(({ id, url }) => ({ id, url })),
    );
  });

  it('finds channels by a word', async () => {
    const search = async (word: string): Promise<unknown> =>
      provider.tools?.subreddits?.run(world.channel, { word }, world.context);
    expect(await search('FOO')).toEqual([
      { id: 'food', name: 'The food channel', title: 'The food channel', members: 12 },
    ]);
    expect(await search('nothing')).toEqual([]);
  });
});
