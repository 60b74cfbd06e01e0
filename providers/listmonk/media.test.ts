import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listmonk as server } from '../../src/test/servers/listmonk.ts';
import { describeWith } from '../../src/test/servers/server.ts';
import { OutcomeUnknown, Rejected } from '../_kit/errors.ts';
import { keepUploads, PIXEL_PNG, pngFile, prepareStored } from '../_kit/test-harness.ts';
import { startWorld, type World } from './fixtures/world.ts';
import { listmonk as provider } from './index.ts';
import { uploadPicture } from './media.ts';

const isUpload = ({ method, path }: { method: string; path: string }): boolean =>
  method === 'POST' && path === '/api/media';

describe.each([
  ['On a real listmonk', false],
  ['On a listmonk of a newer version', true],
])('%s', (_, newer) => {
  describeWith([server], 'a picture', () => {
    let world: World;
    beforeAll(async () => void (world = await startWorld({ newer })), 180_000);
    afterAll(() => world?.stop());

    it('is stored in its media library, and the mail shows it with its alternative text', async () => {
      const file = pngFile('a {{ red }} "carrot"');
      const request = world.request({ media: [file] });
      await prepareStored(provider, request, world.context);
      const campaign = (await world.campaigns()).find(({ name }) => name.includes(request.item.id));
      const [, url = ''] = /<img src="([^"]*)"/.exec(campaign?.body ?? '') ?? [];
      expect(url).toContain(`/uploads/crier-${file.id}`);
      expect(Buffer.from(await (await fetch(url)).arrayBuffer())).toEqual(PIXEL_PNG);
      expect(await world.preview(campaign?.id ?? 0)).toContain(
        'alt="a &#123;&#123; red }} &quot;carrot&quot;"',
      );
    });

    it('is not carried again by the next try', async () => {
      const request = world.request({ media: [pngFile()] });
      const context = { ...world.context, uploads: keepUploads() };
      await prepareStored(provider, request, context);
      world.front.arm({ kind: 'reset_before' }, isUpload);
      await prepareStored(provider, request, context);
      expect(world.front.disarm()).toBe(1);
    });

    it('whose answer was lost is uploaded again, and found', async () => {
      const request = world.request({ media: [pngFile()] });
      world.front.arm({ kind: 'reset_after' }, isUpload);
      await expect(prepareStored(provider, request, world.context)).rejects.toBeInstanceOf(OutcomeUnknown);
      await expect(prepareStored(provider, request, world.context)).resolves.toEqual({
        id: expect.any(Number),
      });
    });
  });
});

describeWith([server], 'A picture for a mail', () => {
  let world: World;
  beforeAll(async () => void (world = await startWorld()), 180_000);
  afterAll(() => world?.stop());

  it('of a type that this listmonk does not take is refused before anything is sent', async () => {
    const file = { ...pngFile(), mime: 'image/webp', fileName: 'pixel.webp' };
    const refused = prepareStored(provider, world.request({ media: [file] }), world.context);
    await expect(refused).rejects.toBeInstanceOf(Rejected);
    await expect(refused).rejects.toThrow('Unsupported file type (.webp)');
  });

  const uploaded = (url: string, baseUrl: string): Promise<string> =>
    uploadPicture({ baseUrl, username: 'ada', password: 'x', scheme: 'basic' }, pngFile(), {
      ...world.context,
      uploads: { ...keepUploads(), read: () => url },
    });

  it('is refused when its URL would expire, or is that of the machine of listmonk', async () => {
    const base = 'https://news.example';
    await expect(uploaded('https://s3.example/a.png?X-Amz-Expires=1209600', base)).rejects.toThrow(
      'private bucket',
    );
    await expect(uploaded('http://localhost:9000/uploads/a.png', base)).rejects.toThrow(
      'enter the URL of your listmonk as its root URL',
    );
    expect(await uploaded('https://s3.example/a.png', base)).toBe('https://s3.example/a.png');
    expect(await uploaded('/uploads/a.png', base)).toBe('https://news.example/uploads/a.png');
  });
});
