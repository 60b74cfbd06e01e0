import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { MediaFile, PublishRequest } from '../_kit/contract.ts';
import { OutcomeUnknown, Rejected } from '../_kit/errors.ts';
import { PIXEL_PNG, pngFile, prepareStored, publishUntilLive } from '../_kit/test-harness.ts';
import { describeWith } from '../../src/test/servers/server.ts';
import { wordpress as server } from '../../src/test/servers/wordpress.ts';
import {
  isUpload,
  startWorld,
  textOf,
  video,
  type SiteFile,
  type SitePost,
  type World,
} from './fixtures/world.ts';
import { wordpress as provider } from './index.ts';

describeWith([server], 'Files of a post on a real WordPress', () => {
  let world: World;
  beforeAll(async () => void (world = await startWorld()), 180_000);
  afterAll(() => world?.stop());
  beforeEach(() => void world.front.disarm());

  const filesOf = async (request: PublishRequest): Promise<SiteFile[]> =>
    (await world.library()).filter((file) => file.slug.startsWith(`crier-${request.item.id}-`));
  const postOf = async (request: PublishRequest): Promise<SitePost | undefined> =>
    (await world.posts()).find((post) => textOf(post) === request.item.text);

  it('are shown below the text, with their descriptions', async () => {
    const alt = 'Ada & Alan: "Grüße"';
    const request = world.request({ media: [pngFile(alt), video(), pngFile('')] });
    await publishUntilLive(provider, request, world.context);
    const files = await filesOf(request);
    expect(files.map(({ mime_type: type, alt_text: text }) => [type, text])).toEqual([
      ['image/png', alt],
      ['video/mp4', 'a short film'],
      ['image/png', ''],
    ]);
    const html = (await postOf(request))?.content.raw ?? '';
    expect([...html.matchAll(/ src="([^"]+)"/g)].map((match) => match[1])).toEqual(
      files.map((file) => file.source_url),
    );
    expect(html).toContain('alt="Ada &amp; Alan: &quot;Grüße&quot;"');
    const stored = await fetch(files[0]?.source_url ?? '');
    expect(Buffer.from(await stored.arrayBuffer()).equals(PIXEL_PNG)).toBe(true);
    expect(await world.site.rest(`/wp/v2/posts/${(await postOf(request))?.id}`)).toMatchObject({
      content: {
        // Within its column in every theme; an author may use this style.
        rendered: expect.stringMatching(
          new RegExp(`wp-image-${files[0]?.id}" style="max-width: ?100%; ?height: ?auto;?"`),
        ),
      },
    });
  });

  it('may be the featured image, which is not in the text', async () => {
    const request = { ...world.request(), settingsMedia: { main_image: pngFile('the front page') } };
    await publishUntilLive(provider, request, world.context);
    const [cover] = await filesOf(request);
    expect(cover).toMatchObject({ alt_text: 'the front page' });
    expect(await postOf(request)).toMatchObject({
      featured_media: cover?.id,
      content: { raw: request.item.text },
    });
  });

  it('whose featured image has been deleted since are rejected, and leave no draft behind', async () => {
    const request = { ...world.request(), settingsMedia: { main_image: pngFile() } };
    world.front.arm(
      {
        kind: 'status',
        status: 200,
        body: JSON.stringify([
          { id: 4711, source_url: 'https://blog.example/x.png', alt_text: 'a single pixel' },
        ]),
      },
      ({ method, path }) => method === 'GET' && path.includes('/media?'),
    );
    const refused = provider.prepare(request, world.context);
    await expect(refused).rejects.toBeInstanceOf(Rejected);
    await expect(refused).rejects.toThrow('featured image');
    expect((await world.posts('any')).filter((post) => textOf(post) === request.item.text)).toEqual([]);
  });

  it.each(['reset_after', 'garbage_after'] as const)(
    'are uploaded once, even if the answer was lost (%s) and the post was prepared three times',
    async (kind) => {
      const request = {
        ...world.request({ media: [pngFile('one'), pngFile('two')] }),
        settingsMedia: { main_image: pngFile('three') },
      };
      world.front.arm({ kind }, isUpload);
      await expect(provider.prepare(request, world.context)).rejects.toBeInstanceOf(OutcomeUnknown);
      await prepareStored(provider, request, world.context);
      await prepareStored(provider, { ...request, idempotencyKey: randomUUID() }, world.context);
      expect((await filesOf(request)).map((file) => file.alt_text).toSorted()).toEqual([
        'one',
        'three',
        'two',
      ]);
    },
  );

  it('of a type that the site rejects are rejected with its message, despite the status 500', async () => {
    const program: MediaFile = { ...pngFile(), mime: 'application/x-msdownload', fileName: 'a.exe' };
    const refused = provider.prepare(world.request({ media: [program] }), world.context);
    await expect(refused).rejects.toBeInstanceOf(Rejected);
    await expect(refused).rejects.toThrow('Sorry, you are not allowed to upload this file type.');
  });

  it('that are not of their declared type are rejected', async () => {
    const disguised: MediaFile = {
      ...pngFile(),
      fileName: 'a.png',
      blob: async () => new Blob(['<?php echo 1;']),
    };
    await expect(
      provider.prepare(world.request({ media: [disguised] }), world.context),
    ).rejects.toBeInstanceOf(Rejected);
  });

  it('that are too large for the web server are rejected', async () => {
    world.front.arm(
      {
        kind: 'status',
        status: 413,
        headers: { 'content-type': 'text/html' },
        body: '<html><h1>413 Request Entity Too Large</h1></html>',
      },
      isUpload,
    );
    await expect(
      provider.prepare(world.request({ media: [pngFile()] }), world.context),
    ).rejects.toBeInstanceOf(Rejected);
  });

  it('of a user who may not upload are rejected, but posts without files are not', async () => {
    const channel = await world.connect(world.site.users.contributor);
    const settings = { status: 'pending' } as const;
    await expect(
      provider.prepare({ ...world.request({ media: [pngFile()] }, settings), channel }, world.context),
    ).rejects.toThrow('rest_cannot_create');
    await expect(
      provider.prepare({ ...world.request({}, settings), channel }, world.context),
    ).resolves.toMatchObject({ status: 'pending' });
  });
});
