import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeWith } from '../../src/test/servers/server.ts';
import { pds } from '../../src/test/servers/pds.ts';
import { Rejected } from '../_kit/errors.ts';
import { buildRequest, pngFile, publishUntilLive } from '../_kit/test-harness.ts';
import type { Json, MediaFile, PublishRequest } from '../_kit/contract.ts';
import { startBluesky, type BlueskyHarness } from './fixtures/world.ts';
import { bluesky } from './index.ts';

describeWith([pds], 'Publishing to a real PDS', () => {
  let network: BlueskyHarness;
  beforeAll(async () => {
    network = await startBluesky();
  }, 180_000);
  afterAll(() => network?.stop());

  const request = (
    overrides: Partial<PublishRequest> & { text?: string; media?: MediaFile[] } = {},
  ): PublishRequest => buildRequest(network, bluesky, overrides);
  const post = async (text: string) =>
    (await network.server.listPosts(network.account.did)).filter((p) => p.value.text === text);
  const image = (bytes: number, overrides: Partial<MediaFile> = {}): MediaFile => {
    const data = new Uint8Array(bytes);
    data.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    return { ...pngFile(), size: bytes, blob: async () => new Blob([data]), ...overrides };
  };

  it('links URLs, mentions and hashtags at their UTF-8 offsets', async () => {
    const bob = await network.server.createAccount('bob');
    const text = [
      `Grüße 👩‍👩‍👧 @${bob.handle}, siehe https://example.com/ä?x=1.`,
      '#Straße日本 – auch @nobody-here.test',
    ].join(' ');
    await publishUntilLive(bluesky, request({ text }), network.context);
    const facets = (await post(text))[0]?.value.facets?.map(({ index, features }) => [
      Buffer.from(text).subarray(index.byteStart, index.byteEnd).toString(),
      features[0],
    ]);
    expect(facets).toEqual([
      [`@${bob.handle}`, { $type: 'app.bsky.richtext.facet#mention', did: bob.did }],
      [
        'https://example.com/ä?x=1',
        { $type: 'app.bsky.richtext.facet#link', uri: 'https://example.com/ä?x=1' },
      ],
      ['#Straße日本', { $type: 'app.bsky.richtext.facet#tag', tag: 'Straße日本' }],
    ]);
  });

  it('carries the card of a link, with its picture and without', async () => {
    const card = { url: 'https://example.com/menu', title: 'Spring menu', description: 'Tea' };
    for (const [text, picture] of [
      ['Pictured', image(900_000, { mime: 'image/png' })],
      ['Plain', undefined],
    ] as const) {
      const { item } = request({ text });
      const parts = { item: { ...item, linkCard: { ...card, picture } } };
      await publishUntilLive(bluesky, request(parts), network.context);
      expect((await post(text))[0]?.value.embed).toEqual({
        $type: 'app.bsky.embed.external',
        external: {
          uri: card.url,
          title: card.title,
          description: card.description,
          ...(picture ? { thumb: expect.objectContaining({ mimeType: 'image/png', size: 900_000 }) } : {}),
        },
      });
    }
  });

  it('has no card whose picture has more than 1,000,000 bytes, as the PDS says', async () => {
    const { item } = request({ text: 'Too large' });
    const linkCard = {
      url: 'https://example.com/',
      title: 'Menu',
      description: '',
      picture: image(1_000_001),
    };
    const large = request({ item: { ...item, linkCard } });
    await expect(
      bluesky.prepare(large, network.context).then((made) => bluesky.publish(large, made, network.context)),
    ).rejects.toBeInstanceOf(Rejected);
  });

  it('fails, to be retried, rather than drop a mention whose lookup failed', async () => {
    network.front.arm({ kind: 'reset_before' }, ({ path }) => path.includes('resolveHandle'));
    await expect(
      bluesky.prepare(request({ text: `Hello @${network.account.handle}` }), network.context),
    ).rejects.toThrow('The connection broke');
  });

  it('accepts 300 graphemes and rejects 301, as the PDS does', async () => {
    const fits = 'e\u0301'.repeat(300);
    expect(bluesky.rules.length(fits)).toBe(bluesky.rules.maxLength(network.channel));
    await publishUntilLive(bluesky, request({ text: fits }), network.context);
    expect(await post(fits)).toHaveLength(1);

    const tooLong = `${fits}x`;
    expect(bluesky.rules.length(tooLong)).toBe(301);
    await expect(bluesky.prepare(request({ text: tooLong }), network.context)).rejects.toBeInstanceOf(
      Rejected,
    );
    await expect(bluesky.publish(request(), await withText(tooLong), network.context)).rejects.toThrow(
      /grapheme too big.*300, got 301/,
    );
    expect(await post(tooLong)).toHaveLength(0);
  });

  it('rejects 3,001 bytes within 300 graphemes, as the PDS does', async () => {
    const family = '👩‍👩‍👧‍👦'; // one grapheme of 25 bytes
    const [fits, tooLong] = [family.repeat(120), `${family.repeat(120)}x`];
    expect(bluesky.validate?.(request({ text: fits }))).toEqual([]);
    expect(bluesky.validate?.(request({ text: tooLong }))).toMatchObject([
      { path: 'value.0.content', message: expect.stringContaining('3001 bytes') },
    ]);
    await publishUntilLive(bluesky, request({ text: fits }), network.context);
    await expect(bluesky.publish(request(), await withText(tooLong), network.context)).rejects.toBeInstanceOf(
      Rejected,
    );
  });

  it('takes one request and no login', async () => {
    const prepared = await bluesky.prepare(request(), network.context);
    network.requests();
    await bluesky.publish(request(), prepared, network.context);
    expect(network.requests()).toEqual(['/xrpc/com.atproto.repo.putRecord']);
  });

  it('creates one record if the same request is sent twice', async () => {
    const twice = request();
    const prepared = await bluesky.prepare(twice, network.context);
    const first = await bluesky.publish(twice, prepared, network.context);
    expect(await bluesky.publish(twice, prepared, network.context)).toEqual(first);
    expect(await post(twice.item.text)).toHaveLength(1);
  });

  it('treats an existing record as published, and does not change it if it was edited', async () => {
    const edited = request();
    const prepared = await bluesky.prepare(edited, network.context);
    await bluesky.publish(edited, prepared, network.context);
    await overwrite(prepared, { text: 'edited elsewhere' });
    const again = await bluesky.publish(edited, prepared, network.context);
    const [kept] = await post('edited elsewhere');
    expect(again).toEqual({
      status: 'published',
      published: expect.objectContaining({ id: kept?.uri, ref: { uri: kept?.uri, cid: kept?.cid } }),
    });
    expect(await post(edited.item.text)).toHaveLength(0);
  });

  it('never overwrites another post that has its key', async () => {
    const late = request();
    const prepared = await bluesky.prepare(late, network.context);
    await overwrite(prepared, { text: 'an older post', createdAt: '2026-01-01T00:00:00.000Z' });
    await expect(bluesky.publish(late, prepared, network.context)).rejects.toThrow(
      /Another record has the key/,
    );
    expect(await post('an older post')).toHaveLength(1);
    const verdict = await bluesky.verify(
      late,
      { prepared, sentAt: new Date(), readAt: new Date(), ref: null },
      network.context,
    );
    expect(verdict).toEqual({ status: 'unknown', reason: expect.stringContaining('Another record') });
  });

  it('chooses different keys for two posts in the same millisecond, in chronological order', async () => {
    const at = (ms: number) => ({ ...network.context, now: () => new Date(ms) });
    const key = async (ms: number): Promise<string> =>
      ((await bluesky.prepare(request(), at(ms))) as { rkey: string }).rkey;
    const now = Date.now();
    const [a, b, later] = [await key(now), await key(now), await key(now + 1)];
    expect(a).not.toBe(b);
    expect([later, a].sort()).toEqual([a, later]);
  });

  it('attaches replies to root and parent by URI and hash', async () => {
    const root = await publishUntilLive(bluesky, request(), network.context);
    const parent = await publishUntilLive(bluesky, request({ root, parent: root }), network.context);
    const reply = request({ root, parent });
    await publishUntilLive(bluesky, reply, network.context);
    expect((await post(reply.item.text))[0]?.value.reply).toEqual({ root: root.ref, parent: parent.ref });
  });

  it('attaches replies to a part that a person found, and rejects them if it does not exist', async () => {
    const root = await publishUntilLive(bluesky, request(), network.context);
    const found = { ...root, ref: null };
    const reply = request({ root: found, parent: found });
    await publishUntilLive(bluesky, reply, network.context);
    expect((await post(reply.item.text))[0]?.value.reply).toEqual({ root: root.ref, parent: root.ref });
    const gone = { ...found, id: `${root.id.slice(0, -13)}3zzzzzzzzzzzz` };
    await expect(
      publishUntilLive(bluesky, request({ root: gone, parent: gone }), network.context),
    ).rejects.toThrow(Rejected);
  });

  it('publishes four pictures with their descriptions and aspect ratios', async () => {
    const four = request({
      media: [1, 2, 3, 4].map((n) => ({ ...pngFile(`picture ${n}`), width: 400 * n, height: 300 })),
    });
    await publishUntilLive(bluesky, four, network.context);
    const images = (await post(four.item.text))[0]?.value.embed?.images;
    expect(
      images?.map(({ alt, aspectRatio, image: { mimeType } }) => ({ alt, aspectRatio, mimeType })),
    ).toEqual(
      [1, 2, 3, 4].map((n) => ({
        alt: `picture ${n}`,
        aspectRatio: { width: 400 * n, height: 300 },
        mimeType: 'image/png',
      })),
    );
  });

  it('accepts a picture of 2,000,000 bytes and rejects a larger one before it posts', async () => {
    const fits = request({ media: [image(bluesky.rules.media.maxImageBytes)] });
    await publishUntilLive(bluesky, fits, network.context);
    expect(await post(fits.item.text)).toHaveLength(1);
    await expect(bluesky.prepare(request({ media: [image(2_000_001)] }), network.context)).rejects.toThrow(
      'pixel.png is 2.01 MB; Bluesky allows 2 MB for a picture',
    );
    const prepared = await bluesky.prepare(
      request({ media: [image(2_000_001, { size: 1 })] }),
      network.context,
    );
    await expect(bluesky.publish(request(), prepared, network.context)).rejects.toThrow(/too (big|large)/);
  });

  it('rejects eleven pictures, and a picture beside a video', async () => {
    const video: MediaFile = { ...pngFile(), kind: 'video', mime: 'video/mp4' };
    await expect(
      bluesky.prepare(request({ media: Array.from({ length: 11 }, () => pngFile()) }), network.context),
    ).rejects.toBeInstanceOf(Rejected);
    for (const media of [
      [video, pngFile()],
      [pngFile(), video],
    ]) {
      await expect(bluesky.prepare(request({ media }), network.context)).rejects.toBeInstanceOf(Rejected);
    }
  });

  async function withText(text: string): Promise<Json> {
    const prepared = (await bluesky.prepare(request(), network.context)) as {
      rkey: string;
      record: { [key: string]: Json };
    };
    return { ...prepared, record: { ...prepared.record, text } };
  }

  async function overwrite(prepared: Json, changes: Record<string, Json>): Promise<void> {
    const { rkey, record } = prepared as { rkey: string; record: { [key: string]: Json } };
    const body = {
      repo: network.account.did,
      collection: 'app.bsky.feed.post',
      rkey,
      record: { ...record, ...changes },
    };
    await network.server.xrpc('com.atproto.repo.putRecord', { body, token: network.account.accessJwt });
  }
});
