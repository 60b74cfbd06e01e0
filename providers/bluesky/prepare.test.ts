import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeWith } from '../../src/test/servers/server.ts';
import { pds } from '../../src/test/servers/pds.ts';
import type { Json, MediaFile, Published, PublishRequest, SentAttempt } from '../_kit/contract.ts';
import { OutcomeUnknown, Rejected } from '../_kit/errors.ts';
import { buildRequest, pngFile, publishUntilLive } from '../_kit/test-harness.ts';
import { startBluesky, type BlueskyHarness } from './fixtures/world.ts';
import { bluesky } from './index.ts';

type Values = Readonly<Record<string, unknown>>;
type Overrides = Partial<PublishRequest> & { text?: string; media?: MediaFile[] };

describeWith([pds], 'The settings of a post at a real PDS', () => {
  let network: BlueskyHarness;
  beforeAll(async () => {
    network = await startBluesky();
  }, 180_000);
  afterAll(() => network?.stop());

  const request = (settings: Values, overrides: Overrides = {}): PublishRequest =>
    buildRequest(network, bluesky, { settings: { __type: 'bluesky', ...settings }, ...overrides });
  const publish = async (settings: Values, overrides: Overrides = {}): Promise<Published> =>
    publishUntilLive(bluesky, request(settings, overrides), network.context);
  const nameOf = ({ ref }: Published) => {
    const { uri, cid } = ref as { uri: string; cid: string };
    return { uri, cid };
  };
  const read = (published: Published, collection = 'app.bsky.feed.post'): Promise<Values | null> =>
    network.server
      .xrpc<{ value: Values }>('com.atproto.repo.getRecord', {
        query: { repo: network.account.did, collection, rkey: published.id.split('/').at(-1) ?? '' },
      })
      .then(
        ({ value }) => value,
        () => null,
      );
  const threadgate = (published: Published) => read(published, 'app.bsky.feed.threadgate');
  const postgate = (published: Published) => read(published, 'app.bsky.feed.postgate');
  const attempt = (prepared: Json): SentAttempt => ({
    prepared,
    sentAt: new Date(),
    readAt: new Date(),
    ref: null,
  });

  it('has four pictures as pictures, and ten as a gallery, each with its description', async () => {
    const pictures = (count: number): MediaFile[] =>
      Array.from({ length: count }, (_, n) => pngFile(`picture ${n}`));
    const embedOf = async (media: MediaFile[]) =>
      (await read(await publish({}, { media })))?.embed as {
        $type: string;
        images?: { alt: string }[];
        items?: { alt: string; aspectRatio: object }[];
      };
    expect((await embedOf(pictures(4))).$type).toBe('app.bsky.embed.images');
    const gallery = await embedOf(pictures(10));
    expect(gallery.$type).toBe('app.bsky.embed.gallery');
    expect(gallery.items?.map(({ alt }) => alt)).toEqual(pictures(10).map(({ alt }) => alt));
    expect(gallery.items?.[0]?.aspectRatio).toEqual({ width: 1, height: 1 });
  });

  it('names its languages and labels', async () => {
    const settings = { languages: ['DE', 'pt-BR'], labels: ['nudity', 'graphic-media'] };
    expect(await read(await publish(settings))).toMatchObject({
      langs: ['de', 'pt-BR'],
      labels: {
        $type: 'com.atproto.label.defs#selfLabels',
        values: [{ val: 'nudity' }, { val: 'graphic-media' }],
      },
    });
    expect(Object.keys((await read(await publish({}))) ?? {}).sort()).toEqual(['$type', 'createdAt', 'text']);
  });

  it('is created in one request with the records that say who may reply and quote', async () => {
    const gated = request({ who_can_reply: ['followers', 'mentioned'], who_can_quote: 'nobody' });
    const prepared = await bluesky.prepare(gated, network.context);
    network.requests();
    const result = await bluesky.publish(gated, prepared, network.context);
    expect(network.requests()).toEqual(['/xrpc/com.atproto.repo.applyWrites']);
    const { published } = result as { published: Published };
    expect(await threadgate(published)).toMatchObject({
      post: published.id,
      allow: [
        { $type: 'app.bsky.feed.threadgate#mentionRule' },
        { $type: 'app.bsky.feed.threadgate#followerRule' },
      ],
    });
    expect(await postgate(published)).toMatchObject({
      post: published.id,
      embeddingRules: [{ $type: 'app.bsky.feed.postgate#disableRule' }],
    });
    await bluesky.remove?.(network.channel, published, network.context);
    await bluesky.remove?.(network.channel, published, network.context);
    expect([await read(published), await threadgate(published), await postgate(published)]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('lets nobody reply, in the whole thread, by a record at its first part', async () => {
    const root = await publish({ who_can_reply: ['nobody'] });
    expect(await threadgate(root)).toMatchObject({ allow: [] });
    const part = await publish(
      { who_can_reply: ['nobody'], who_can_quote: 'nobody' },
      { root, parent: root },
    );
    expect([await threadgate(part), await postgate(part)]).toEqual([null, expect.anything()]);
    expect(await threadgate(await publish({}))).toBeNull();
  });

  it('is found after a lost answer with who may reply, and never published twice', async () => {
    const lost = request({ who_can_reply: ['nobody'] });
    const prepared = await bluesky.prepare(lost, network.context);
    network.front.arm({ kind: 'reset_after' }, ({ path }) => path.includes('applyWrites'));
    await expect(bluesky.publish(lost, prepared, network.context)).rejects.toBeInstanceOf(OutcomeUnknown);
    network.front.disarm();
    const verdict = await bluesky.verify(lost, attempt(prepared), network.context);
    expect(verdict).toMatchObject({
      status: 'found',
      published: { ref: { gates: ['app.bsky.feed.threadgate'] } },
    });
    // What the server makes of a second one is 500.
    await expect(bluesky.publish(lost, prepared, network.context)).rejects.toBeInstanceOf(OutcomeUnknown);
    const refusal = JSON.stringify({ error: 'InvalidRequest', message: 'Record already exists' });
    network.front.arm({ kind: 'status', status: 400, body: refusal }, ({ path }) =>
      path.includes('applyWrites'),
    );
    expect(await bluesky.publish(lost, prepared, network.context)).toEqual({
      status: 'published',
      published: (verdict as { published: Published }).published,
    });
    const posts = await network.server.listPosts(network.account.did);
    expect(posts.filter(({ value }) => value.text === lost.item.text)).toHaveLength(1);
  });

  it('fails as a whole where the server refuses it, and leaves nothing', async () => {
    const refused = request({ who_can_reply: ['nobody'] });
    const prepared = (await bluesky.prepare(refused, network.context)) as { rkey: string; record: object };
    const broken = { ...prepared, record: { ...prepared.record, text: 'x'.repeat(301) } };
    await expect(bluesky.publish(refused, broken, network.context)).rejects.toThrow(/grapheme too big/);
    const id = `at://${network.account.did}/app.bsky.feed.post/${prepared.rkey}`;
    expect(await threadgate({ id, url: null, ref: null })).toBeNull();
  });

  it('quotes a post by its URL, beside pictures too, in its first part alone', async () => {
    const bob = await network.connectNew('bob');
    const quoted = await publish({}, { channel: bob.channel });
    const record = { record: nameOf(quoted) };
    for (const quote of [
      quoted.id,
      quoted.url,
      `https://bsky.app/profile/${bob.account.handle}/post/${quoted.id.split('/').at(-1)}`,
    ]) {
      expect((await read(await publish({ quote })))?.embed).toEqual({
        $type: 'app.bsky.embed.record',
        ...record,
      });
    }
    const root = await publish({ quote: quoted.url }, { media: [pngFile()] });
    expect((await read(root))?.embed).toMatchObject({
      $type: 'app.bsky.embed.recordWithMedia',
      record: { $type: 'app.bsky.embed.record', ...record },
      media: { $type: 'app.bsky.embed.images', images: [{ alt: 'a single pixel' }] },
    });
    expect((await read(await publish({ quote: quoted.url }, { root, parent: root })))?.embed).toBeUndefined();
  });

  it('does not quote what is not there, nor what its author lets nobody quote', async () => {
    const bob = await network.connectNew('bob');
    const closed = await publish({ who_can_quote: 'nobody' }, { channel: bob.channel });
    const own = await publish({ who_can_quote: 'nobody' });
    const prepare = (quote: string | null) => bluesky.prepare(request({ quote }), network.context);
    await expect(prepare(closed.url)).rejects.toThrow('lets nobody quote this post');
    await expect(prepare(`${closed.url}x`)).rejects.toThrow('is not there');
    await expect(prepare('https://bsky.app/profile/gone.test/post/3mnsmt66jic23')).rejects.toThrow(
      'There is no account gone.test',
    );
    await expect(prepare('https://example.com/')).rejects.toBeInstanceOf(Rejected);
    expect(await prepare(own.url)).toMatchObject({ record: { embed: { record: nameOf(own) } } });
  });
});
