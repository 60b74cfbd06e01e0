import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MadePost } from '../../src/test/networks/tumblr/state.ts';
import { createRecorder } from '../../src/test/oracles/exchange.ts';
import { testAgainst } from '../../src/test/oracles/test-against.ts';
import { npfOracle, tumblrOracle } from '../../src/test/oracles/tumblr.ts';
import type { PublishRequest } from '../_kit/contract.ts';
import { ChannelGone, OutcomeUnknown, RateLimited, Rejected, TokenExpired } from '../_kit/errors.ts';
import { filmFile, pngFile, prepareStored, publishUntilLive } from '../_kit/test-harness.ts';
import { expectPatience } from '../_kit/test-poll.ts';
import { fault, isPublish, startWorld, type World } from './fixtures/world.ts';
import { tumblr as provider } from './index.ts';

const recorder = createRecorder();
let world: World;
beforeAll(async () => void (world = await startWorld({ recorder })));
afterAll(() => world.stop());

const live = async (request: PublishRequest): Promise<MadePost | undefined> => {
  const { id } = await publishUntilLive(provider, request, world.context);
  return world.live().find((post) => post.id === id);
};

describe('a post', () => {
  it('has its title above the text, and the card of its link below', async () => {
    const settings = {
      title: 'Spring menu',
      link: 'https://a.example/menu',
      sourceUrl: 'https://b.example',
      tags: 'spring, new menu',
    };
    const request = world.request({ text: '<p>We <strong>cook</strong></p>' }, settings);
    const { id, url } = await publishUntilLive(provider, request, world.context);
    expect(world.live().at(-1)).toMatchObject({
      id,
      blog: { name: 'ada' },
      content: [
        { type: 'text', subtype: 'heading1', text: 'Spring menu' },
        { type: 'text', text: 'We cook', formatting: [{ start: 3, end: 7, type: 'bold' }] },
        { type: 'link', url: 'https://a.example/menu' },
      ],
      tags: ['spring', 'new menu'],
      sourceUrl: 'https://b.example',
      state: 'published',
    });
    // More digits than a number of JavaScript holds.
    expect(id).toMatch(/^\d{18}$/);
    expect(url).toBe(`https://www.tumblr.com/ada/${id}`);
  });

  it('needs none of its settings', async () => {
    const empty = { title: '', link: '', sourceUrl: null, tags: ' ' };
    expect(await live(world.request({ text: 'Hello' }, empty))).toMatchObject({
      content: [{ type: 'text', text: 'Hello' }],
      tags: [],
      sourceUrl: null,
    });
  });

  it('has its pictures with their descriptions, which are published with it', async () => {
    const media = [pngFile('a green pixel'), pngFile('')];
    expect(await live(world.request({ text: 'Look', media }))).toMatchObject({
      content: [
        { type: 'text', text: 'Look' },
        {
          type: 'image',
          alt_text: 'a green pixel',
          media: [{ type: 'image/png', identifier: 'media-0', width: 1, height: 1 }],
        },
        { type: 'image', media: [{ identifier: 'media-1' }] },
      ],
      media: [
        { identifier: 'media-0', type: 'image/png', fileName: 'pixel.png', bytes: media[0]?.size },
        { identifier: 'media-1' },
      ],
    });
    expect([...world.network.agents()]).toEqual(['Crier']);
  });

  it('with a picture that Tumblr cannot read is refused with its message', async () => {
    const bmp = { ...pngFile(), mime: 'image/bmp' };
    const refused = publishUntilLive(provider, world.request({ media: [bmp] }), world.context);
    await expect(refused).rejects.toBeInstanceOf(Rejected);
    await expect(refused).rejects.toMatchObject({ networkCode: '8005' });
  });
});

describe('a post with a video', () => {
  it('is published once the video is processed, under another id', async () => {
    world.network.arm({ transcodingReads: 1 });
    const request = world.request({ text: 'A film', media: [filmFile()] });
    const prepared = await prepareStored(provider, request, world.context);
    const accepted = await provider.publish(request, prepared, world.context);
    if (accepted.status !== 'processing') throw new Error('Tumblr processes no video');
    const before = (accepted.ref as { id: string }).id;
    expect(await provider.poll?.(request, accepted.ref, world.context)).toMatchObject({
      status: 'processing',
    });
    const out = await provider.poll?.(request, accepted.ref, world.context);
    const [post] = world.live().slice(-1);
    expect(out).toMatchObject({ status: 'published', published: { id: post?.id } });
    expect([post?.genesis, post?.id === before]).toEqual([before, false]);
    const again = { provider, request, ref: accepted.ref };
    await expectPatience(again, world.context, [{ response: { posts: [] } }, { response: [] }]);
    world.network.arm({ transcodingReads: 0 });
  });

  it('waits for another one that is still processed', async () => {
    world.network.arm({ transcodingReads: 3 });
    const one = world.request({ text: 'First', media: [filmFile()] });
    await provider.publish(one, await prepareStored(provider, one, world.context), world.context);
    const two = world.request({ text: 'Second', media: [filmFile()] });
    const prepared = await prepareStored(provider, two, world.context);
    const refused = await provider.publish(two, prepared, world.context).catch((error: unknown) => error);
    expect(refused).toMatchObject({ kind: 'rate_limited', scope: 'post', networkCode: '8010' });
    world.network.arm({ transcodingReads: 0 });
  });
});

describe("Tumblr's answer", () => {
  const failing = async (what: Parameters<World['front']['arm']>[0]): Promise<unknown> => {
    const request = world.request();
    const prepared = await prepareStored(provider, request, world.context);
    world.front.arm(what, isPublish);
    return provider.publish(request, prepared, world.context).catch((error: unknown) => error);
  };
  const minutes = (error: unknown): number =>
    Math.round(((error as RateLimited).resetAt.getTime() - Date.now()) / 60_000);

  it.each([
    [400, 8001, Rejected],
    [400, 8002, Rejected],
    [400, 8005, Rejected],
    [400, 8016, Rejected],
    [401, 1016, TokenExpired],
    [403, 0, Rejected],
    [403, 8004, RateLimited],
    [403, 8008, Rejected],
    [403, 8010, RateLimited],
    [403, 8011, RateLimited],
    [403, 8022, RateLimited],
    [403, 8023, RateLimited],
    [404, 0, ChannelGone],
    [500, 8006, OutcomeUnknown],
    [500, 8009, OutcomeUnknown],
    [503, 0, OutcomeUnknown],
  ])('%i with the code %i is a failure of the right kind', async (status, code, kind) => {
    const error = await failing(fault(status, code, 'In the words of Tumblr.'));
    expect(error).toBeInstanceOf(kind);
    if (status < 500) expect((error as Error).message).toContain('In the words of Tumblr.');
  });

  it('to one call too many names the end of the window that is used up', async () => {
    const headers = {
      'x-ratelimit-perhour-remaining': '0',
      'x-ratelimit-perhour-reset': '1800',
      'x-ratelimit-perday-remaining': '12',
      'x-ratelimit-perday-reset': '40000',
    };
    expect(minutes(await failing(fault(429, 0, 'Limit Exceeded', headers)))).toBe(30);
    expect(minutes(await failing(fault(429, 0, 'Limit Exceeded')))).toBe(1);
    expect(minutes(await failing(fault(429, 0, 'Limit Exceeded', { 'retry-after': '7200' })))).toBe(120);
  });

  it('without the id of the post proves nothing', async () => {
    const body = '{"meta":{"status":201,"msg":"Created"},"response":{}}';
    expect(await failing({ kind: 'status', status: 201, body })).toBeInstanceOf(OutcomeUnknown);
  });
});

describe('the limits of a day', () => {
  it('are asked for before anything is sent, and hold the post until Tumblr begins again', async () => {
    const busy = await startWorld({ limits: { posts: 2, photos: 1 } });
    try {
      const pictures = busy.request({ media: [pngFile(), pngFile()] });
      await expect(provider.prepare(pictures, busy.context)).rejects.toMatchObject({
        kind: 'rate_limited',
        networkCode: 'limit_photos',
      });
      await publishUntilLive(provider, busy.request(), busy.context);
      await publishUntilLive(provider, busy.request(), busy.context);
      const held = await provider.prepare(busy.request(), busy.context).catch((error: unknown) => error);
      expect(held).toMatchObject({ kind: 'rate_limited', networkCode: 'limit_posts' });
      expect(Math.round(((held as RateLimited).resetAt.getTime() - Date.now()) / 60_000)).toBe(180);
      expect(busy.live()).toHaveLength(2);
    } finally {
      await busy.stop();
    }
  });
});

describe('numbers', () => {
  it('of a post are its notes, of which likes and reblogs are distinguished', async () => {
    const out = await publishUntilLive(provider, world.request(), world.context);
    expect(await provider.postAnalytics?.(world.channel, out, world.context)).toEqual([
      { label: 'Notes', total: 3 },
      { label: 'Likes', total: 2 },
      { label: 'Reblogs', total: 1 },
    ]);
  });
});

testAgainst(tumblrOracle, recorder);
testAgainst(npfOracle, recorder);
