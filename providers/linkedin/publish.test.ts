/** Posts of profiles and pages on LinkedIn: text, pictures, videos, comments, and what is lost or refused. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { pdf } from '../../src/platform/media/fixtures/pdf.ts';
import { bytesOf, picture } from '../../src/platform/media/fixtures/picture.ts';
import type { MediaFile } from '../_kit/contract.ts';
import { AlreadyThere, Rejected, RateLimited, Unsent } from '../_kit/errors.ts';
import { keepUploads, pngFile, prepareStored } from '../_kit/test-harness.ts';
import { fault, isPublish, startWorld, video, type World } from './fixtures/world.ts';

let world: World;
afterEach(() => world?.stop());

/** A JPEG of 300 × 200 and a PNG of 100 × 200 that is clear in parts. */
async function pictures(): Promise<MediaFile[]> {
  const [jpeg, png] = await Promise.all([
    picture({ width: 300, height: 200 }).then((made) => bytesOf(made.jpeg())),
    picture({ width: 100, height: 200, alpha: true }).then((made) => bytesOf(made.png())),
  ]);
  const file = (bytes: Uint8Array<ArrayBuffer>, width: number, mime: string): MediaFile => ({
    ...pngFile(),
    mime,
    width,
    height: 200,
    size: bytes.length,
    blob: async () => new Blob([bytes]),
  });
  return [file(jpeg, 300, 'image/jpeg'), file(png, 100, 'image/png')];
}

const failing = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => new Error('it succeeded'),
    (error: unknown) => error,
  );

describe.each(['profile', 'page'] as const)('a post on a LinkedIn %s', (kind) => {
  it('has every reserved character escaped, and keeps mentions and hashtags', async () => {
    world = await startWorld(kind);
    const text = 'Menu (new) #spring #1 a_b* <3 @[Cafe (Ada)](urn:li:organization:12) a@b.c C# {x|y} [z] ~\\';
    await world.publish(world.request({ text }));
    expect(world.live().map((entry) => entry.text)).toEqual([
      'Menu \\(new\\) #spring #1 a\\_b\\* \\<3 @[Cafe \\(Ada\\)](urn:li:organization:12) a\\@b.c C\\# ' +
        '\\{x\\|y\\} \\[z\\] \\~\\\\',
    ]);
  });

  it('carries the card of a link, whose texts and picture it sets, as LinkedIn reads no page', async () => {
    world = await startWorld(kind);
    const linkCard = {
      url: 'https://example.com/menu',
      title: 'Menu',
      description: 'Tea',
      picture: pngFile(''),
    };
    for (const card of [linkCard, { ...linkCard, description: '', picture: undefined }]) {
      const { item } = world.request({ text: `See ${card.title}${card.description}` });
      await world.publish(world.request({ item: { ...item, linkCard: card } }));
    }
    expect(world.live().map(({ article }) => article)).toEqual([
      {
        source: linkCard.url,
        title: 'Menu',
        description: 'Tea',
        thumbnail: expect.stringMatching(/^urn:li:image:/),
      },
      { source: linkCard.url, title: 'Menu' },
    ]);
  });

  it('carries one picture or several, with their alternative texts', async () => {
    world = await startWorld(kind);
    await world.publish(world.request({ media: [pngFile('a cup')] }));
    await world.publish(world.request({ media: [pngFile('a plate'), pngFile(''), pngFile('a spoon')] }));
    expect(world.live().map(({ altTexts }) => altTexts)).toEqual([['a cup'], ['a plate', '', 'a spoon']]);
  });

  it('becomes a document to page through, with a page for each picture in its shape', async () => {
    // Nobody sees how far the document of a member is.
    world = await startWorld(kind, { limits: { processingReads: kind === 'page' ? 1 : 0 } });
    const settings = { post_as_images_carousel: true, carousel_name: 'Menü' };
    const { id } = await world.publish(world.request({ settings, media: await pictures() }));
    const urn = expect.stringMatching(/^urn:li:document:/);
    expect(world.live()).toEqual([expect.objectContaining({ id, media: [urn] })]);
    const calls = world.network.requests();
    const sent = calls.find(({ method, path }) => method === 'POST' && path === '/rest/posts')?.body;
    expect(JSON.parse(String(sent))).toMatchObject({ content: { media: { id: urn, title: 'Menü' } } });
    const pdf = calls.filter(({ method }) => method === 'PUT').map(({ body }) => body.toString('latin1'));
    expect(pdf).toHaveLength(1);
    const boxes = [...(pdf[0] ?? '').matchAll(/\/MediaBox \[0 0 (\S+) (\S+)\]/g)].map(([, w, h]) => [w, h]);
    expect(boxes).toEqual([
      ['1080', '720'],
      ['540', '1080'],
    ]);
    expect(pdf[0]?.match(/\/Subtype \/Image/g)).toHaveLength(2);
  });

  it.each([
    ['under its title', { document_title: ' Speisekarte ' }, 'Speisekarte'],
    ['under the name of its file', {}, 'Menü'],
  ])('carries a PDF %s, which is uploaded as it is', async (_, settings, title) => {
    world = await startWorld(kind, { limits: { processingReads: kind === 'page' ? 1 : 0 } });
    const bytes = pdf(3);
    const file: MediaFile = {
      ...pngFile('not shown'),
      kind: 'document',
      mime: 'application/pdf',
      pages: 3,
      fileName: '0f.pdf',
      originalName: 'Menü.PDF',
      blob: async () => new Blob([new Uint8Array(bytes)]),
    };
    const { id } = await world.publish(world.request({ settings, media: [file] }));
    const urn = expect.stringMatching(/^urn:li:document:/);
    expect(world.live()).toEqual([expect.objectContaining({ id, media: [urn] })]);
    const calls = world.network.requests();
    const sent = calls.find(({ method, path }) => method === 'POST' && path === '/rest/posts')?.body;
    expect(JSON.parse(String(sent))).toMatchObject({ content: { media: { id: urn, title } } });
    expect(calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([bytes]);
  });

  it('is not sent as a document whose pictures cannot be read, and leaves no file behind', async () => {
    world = await startWorld(kind);
    const left = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('crier-document-'));
    const before = left();
    const [good, other] = await pictures();
    if (!good || !other) throw new Error('there are two pictures');
    const media = [good, { ...other, blob: async () => new Blob(['no picture']) }];
    const request = world.request({ settings: { post_as_images_carousel: true }, media });
    const error = await failing(prepareStored(world.provider, request, world.context));
    expect(error).toBeInstanceOf(Rejected);
    expect(left()).toEqual(before);
    expect(world.network.requests().filter(({ path }) => path.includes('documents'))).toEqual([]);
  });

  it('carries a video, which is uploaded in the parts that LinkedIn asks for and processed first', async () => {
    world = await startWorld(kind, { limits: { partBytes: 4, processingReads: 1 } });
    const { id, url } = await world.publish(world.request({ media: [video(10)] }));
    expect(world.live()).toEqual([
      expect.objectContaining({ id, media: [expect.stringMatching(/:video:/)] }),
    ]);
    expect(url).toBe(`https://www.linkedin.com/feed/update/${id}`);
  });

  it('carries a video with the picture that a person chose, or without one that LinkedIn refuses', async () => {
    world = await startWorld(kind);
    const thumbnailOf = () => world.network.uploads().at(-1)?.thumbnail;
    const publish = (text: string, thumbnail: MediaFile) =>
      world.publish({ ...world.request({ text, media: [video()] }), settingsMedia: { thumbnail } });
    await publish('One', pngFile(''));
    expect(thumbnailOf()).toEqual(Buffer.from(await (await pngFile('').blob()).arrayBuffer()));
    await publish('Two', { ...pngFile(''), id: 'other', blob: async () => new Blob(['no picture']) });
    expect(thumbnailOf()).toBeUndefined();
    await publish('Three', {
      ...pngFile(''),
      id: 'gone',
      blob: async () => Promise.reject(new Rejected('gone')),
    });
    expect(thumbnailOf()).toBeUndefined();
    expect(world.live()).toHaveLength(3);
    // The next try has its picture.
    const away = { ...pngFile(''), id: 'away', blob: () => Promise.reject(new Unsent('away')) };
    expect(await failing(publish('Four', away))).toBeInstanceOf(Unsent);
  });

  it('carries a video with its subtitles, or says that LinkedIn did not take them', async () => {
    world = await startWorld(kind);
    const said: unknown[] = [];
    const ctx = { ...world.context, noteLoss: async (...loss: unknown[]) => void said.push(loss) };
    const file = 'WEBVTT\n\n00:01.000 --> 00:02.000\nTee';
    const subtitles = { language: 'de', file };
    await prepareStored(world.provider, world.request({ media: [video()] }, { subtitles }), ctx);
    expect(world.network.uploads().at(-1)?.captions).toEqual({
      file: '1\n00:00:01,000 --> 00:00:02,000\nTee\n',
      metadata: expect.objectContaining({ format: 'SRT', locale: { language: 'DE', country: 'DE' } }),
    });
    const other = world.request({ media: [video()] }, { subtitles: { ...subtitles, language: 'en' } });
    for (const captions of ['refused', 'unnamed'] as const) {
      world.network.arm({ captions });
      await prepareStored(world.provider, other, { ...ctx, uploads: keepUploads() });
      const left = world.network.uploads().at(-1);
      expect([left?.captions, said.splice(0)]).toEqual([
        undefined,
        [['subtitles', 'LinkedIn did not take them']],
      ]);
    }
    // A storage that is away is waited for, and not for ever.
    world.network.arm({ captions: 'away' });
    const away = { ...ctx, uploads: keepUploads() };
    for (let n = 1; n < 6; n++) {
      expect(await failing(prepareStored(world.provider, other, away))).toBeInstanceOf(Unsent);
    }
    await prepareStored(world.provider, other, away);
    expect(said).toHaveLength(1);
  });

  it('is not sent when LinkedIn cannot process its video', async () => {
    world = await startWorld(kind);
    world.network.arm({ failing: true });
    const error = await failing(
      prepareStored(world.provider, world.request({ media: [video()] }), world.context),
    );
    expect(error).toBeInstanceOf(Rejected);
    expect(error).toMatchObject({ networkCode: 'PROCESSING_FAILED' });
  });

  it('has its further parts as comments below it, which are removed alone', async () => {
    world = await startWorld(kind);
    const root = await world.publish(world.request());
    const text = 'More (of it) by @[Cafe Ada](urn:li:organization:12)';
    const second = await world.publish(world.request({ text, root, parent: root }));
    expect(world.live()[1]).toMatchObject({ post: root.id, text: 'More (of it) by Cafe Ada' });
    await world.provider.remove?.(world.channel, second, world.context);
    expect(world.live().map(({ id }) => id)).toEqual([root.id]);
    await world.provider.remove?.(world.channel, root, world.context);
    expect(world.live()).toEqual([]);
  });

  it('is refused as a duplicate, with the URL of the first one', async () => {
    world = await startWorld(kind);
    const first = await world.publish(world.request({ text: 'Once' }));
    const error = await failing(world.publish(world.request({ text: 'Once' })));
    expect(error).toBeInstanceOf(AlreadyThere);
    expect(error).toMatchObject({
      networkCode: 'DUPLICATE_POST',
      message: expect.stringContaining(first.id),
      existing: first,
    });
  });

  it("waits until midnight UTC when the day's posts are used", async () => {
    const now = new Date('2031-05-04T20:00:00Z');
    world = await startWorld(kind, { limits: { postsPerDay: 1 }, now: () => now });
    await world.publish(world.request());
    const error = await failing(world.publish(world.request()));
    expect(error).toBeInstanceOf(RateLimited);
    expect((error as RateLimited).resetAt).toEqual(new Date('2031-05-05T00:00:00Z'));
  });

  it('waits alone while LinkedIn still works on its file', async () => {
    world = await startWorld(kind);
    const code = 'MEDIA_ASSET_PROCESSING';
    world.front.arm(fault(400, { errorDetails: { inputErrors: [{ code }] } }), isPublish);
    const error = await failing(world.publish(world.request({ media: [pngFile()] })));
    expect(error).toBeInstanceOf(RateLimited);
    expect(error).toMatchObject({ scope: 'post', networkCode: code });
  });

  it('is not sent with a version of the API that has ended, and the operator learns what to set', async () => {
    world = await startWorld(kind);
    const ended = { ...world.context, env: { ...world.context.env, LINKEDIN_API_VERSION: '202401' } };
    const request = world.request();
    const prepared = await prepareStored(world.provider, request, world.context);
    const error = await failing(world.provider.publish(request, prepared, ended));
    expect(error).toBeInstanceOf(Unsent);
    expect(error).toMatchObject({ message: expect.stringContaining('LINKEDIN_API_VERSION') });
  });
});

describe('a post to LinkedIn whose answer was lost', () => {
  it('is found on a page by its picture, although its text was changed', async () => {
    world = await startWorld('page');
    const request = world.request({ media: [pngFile()] });
    const attempt = await world.lose(request);
    const [entry] = world.live();
    expect(await world.provider.verify(request, attempt, world.context)).toMatchObject({
      status: 'found',
      byWords: false,
      published: { id: entry?.id },
    });
  });

  it('is found on a page as a comment, and is absent when the request never arrived', async () => {
    world = await startWorld('page');
    const root = await world.publish(world.request());
    const request = world.request({ root, parent: root });
    const lost = await world.lose(request, 'reset_before');
    expect(await world.provider.verify(request, lost, world.context)).toMatchObject({ status: 'absent' });
    const attempt = await world.lose(request);
    expect(await world.provider.verify(request, attempt, world.context)).toMatchObject({
      status: 'found',
      byWords: true,
    });
  });

  it('is not taken for one with the same text that the page had before', async () => {
    world = await startWorld('page');
    world.network.arm({ refusesDuplicates: false });
    await world.publish(world.request({ text: 'Open today' }));
    const request = world.request({ text: 'Open today' });
    const lost = await world.lose(request, 'reset_before');
    expect(await world.provider.verify(request, lost, world.context)).toMatchObject({ status: 'absent' });
    const attempt = await world.lose(request);
    expect(await world.provider.verify(request, attempt, world.context)).toMatchObject({
      status: 'found',
      published: { id: world.live()[1]?.id },
    });
  });

  it('needs a person on a profile, whose posts no app may read', async () => {
    world = await startWorld('profile');
    const request = world.request();
    const attempt = await world.lose(request);
    expect(world.live()).toHaveLength(1);
    expect(await world.provider.verify(request, attempt, world.context)).toEqual({
      status: 'unknown',
      reason: expect.stringContaining('profile'),
    });
  });
});

describe('the numbers of a LinkedIn page', () => {
  it('are those of the last 30 days, by the day, and of a post since its publication', async () => {
    const now = new Date('2031-05-04T20:00:00Z');
    world = await startWorld('page', { now: () => now });
    const metrics = (await world.provider.analytics?.(world.channel, world.context)) ?? [];
    expect(metrics.map(({ label, total }) => [label, total])).toEqual([
      ['Followers', 1200],
      ['New followers', 90],
      ['Page views', 210],
      ['Impressions', 1200],
      ['Unique impressions', 900],
      ['Clicks', 120],
      ['Reactions', 90],
      ['Comments', 60],
      ['Shares', 30],
    ]);
    expect([metrics[1]?.days?.[0], metrics[1]?.days?.at(-1)]).toEqual([
      { day: '2031-04-04', total: 3 },
      { day: '2031-05-03', total: 3 },
    ]);
    for (const media of [[], [pngFile()]]) {
      const live = await world.publish(world.request({ media }));
      expect(await world.provider.postAnalytics?.(world.channel, live, world.context)).toContainEqual({
        label: 'Reactions',
        total: 3,
      });
    }
  });

  it('do not exist for a profile', async () => {
    world = await startWorld('profile');
    expect([world.provider.analytics, world.provider.postAnalytics]).toEqual([undefined, undefined]);
  });
});

describe('a look-up of an organisation on LinkedIn', () => {
  it('finds it by the name in its URL, with the mention to write', async () => {
    world = await startWorld('page');
    const { page } = world;
    const find = (name: string) =>
      world.provider.tools?.organizations?.run(world.channel, { name }, world.context);
    expect(await find('cafe-ada')).toEqual([
      { id: page.id, name: 'Cafe Ada', mention: `@[Cafe Ada](urn:li:organization:${page.id})` },
    ]);
    expect(await find('nobody')).toEqual([]);
    const mentions = (query: string) =>
      world.provider.tools?.mentions?.run(world.channel, { query }, world.context);
    expect(await mentions('cafe-ada')).toEqual([
      {
        label: 'Cafe Ada',
        handle: 'linkedin.com/company/cafe-ada',
        mention: `@[Cafe Ada](urn:li:organization:${page.id})`,
      },
    ]);
    expect(await mentions('cafe')).toEqual([]);
  });
});
