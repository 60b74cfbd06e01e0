import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import type { MediaFile } from '../_kit/contract.ts';
import { ChannelGone, Rejected, Unsent } from '../_kit/errors.ts';
import { problemsOf } from '../_kit/test-network.ts';
import { pngFile, publishUntilLive } from '../_kit/test-harness.ts';
import { gif, posts, startWorld, video, type World } from './fixtures/world.ts';
import { telegram as provider } from './index.ts';

const MIB = 1024 ** 2;
let world: World;
beforeEach(async () => void (world = await startWorld()));
afterEach(() => world.stop());

const many = (n: number): MediaFile[] => Array.from({ length: n }, () => pngFile());
const send = (media: MediaFile[], text = 'With media'): Promise<unknown> =>
  publishUntilLive(provider, world.request({ media, text }), world.context);

/** A file whose bytes are created when they are read. */
const sized = (file: MediaFile, size: number): MediaFile => ({
  ...file,
  size,
  blob: async () => new Blob([new Uint8Array(size)]),
});

describe('media', () => {
  it.each([
    ['photo', pngFile()],
    ['video', video()],
    ['animation', gif()],
  ] as const)('of each kind arrive whole: %s', async (kind, file) => {
    await send([file]);
    const sha256 = createHash('sha256')
      .update(await (await file.blob()).bytes())
      .digest('hex');
    expect(world.live()).toEqual([
      expect.objectContaining({
        text: 'With media',
        file: { kind, fileName: file.fileName, mime: file.mime, size: file.size, sha256, spoiler: false },
      }),
    ]);
  });

  it('need no text', async () => {
    await send([pngFile()], '');
    await send(many(2), '');
    expect(world.live().map((m) => m.text)).toEqual(['', '', '']);
  });

  it('form one album with one caption, pictures and videos in order', async () => {
    await send([pngFile(), video(), pngFile()], '<p><strong>Bold</strong> caption</p>');
    expect(world.live().map((m) => [m.file?.kind, m.text])).toEqual([
      ['photo', 'Bold caption'],
      ['video', ''],
      ['photo', ''],
    ]);
    expect(new Set(world.live().map((m) => m.mediaGroupId)).size).toBe(1);
    expect(posts(world.live())).toEqual([expect.objectContaining({ mediaCount: 3 })]);
  });

  it('of the type video carry their size and length', async () => {
    const bodies: unknown[] = [];
    const egress = {
      ...world.context.egress,
      fetch: (...[url, init]: Parameters<typeof world.context.egress.fetch>) => {
        bodies.push(init?.body);
        return world.context.egress.fetch(url, init);
      },
    };
    await publishUntilLive(
      provider,
      world.request({ media: [video({ width: 1920, height: 1080, durationMs: 12_600 })] }),
      { ...world.context, egress },
    );
    expect(Object.fromEntries(bodies[0] as Iterable<[string, unknown]>)).toMatchObject({
      width: '1920',
      height: '1080',
      duration: '13',
      supports_streaming: 'true',
      parse_mode: 'HTML',
    });
  });

  it('that the chat does not allow are rejected, but the channel still works for text', async () => {
    const chat = world.network.createChat({ type: 'supergroup', permissions: { can_send_photos: false } }, [
      { bot: world.bot, member: { status: 'member' } },
    ]);
    const channel = {
      ...world.channel,
      credentials: { ...world.channel.credentials, chatId: String(chat.id) },
    };
    const refused = publishUntilLive(
      provider,
      { ...world.request({ media: [pngFile()] }), channel },
      world.context,
    );
    await expect(refused).rejects.toBeInstanceOf(Rejected);
    await expect(refused).rejects.toThrow('not enough rights to send photos to the chat');
    await expect(
      publishUntilLive(provider, { ...world.request(), channel }, world.context),
    ).resolves.toMatchObject({ id: '1' });
    world.network.admit(chat, world.bot, { status: 'restricted' });
    await expect(
      publishUntilLive(provider, { ...world.request(), channel }, world.context),
    ).rejects.toBeInstanceOf(ChannelGone);
  });

  it('that cannot be read are not sent, and those that are gone are rejected', async () => {
    const unreadable = {
      ...pngFile(),
      blob: async () => {
        throw new Error('EIO');
      },
    };
    const gone = {
      ...pngFile(),
      blob: async () => {
        throw new Rejected('The media file is gone', { networkCode: 'media_missing' });
      },
    };
    await expect(send([unreadable])).rejects.toBeInstanceOf(Unsent);
    await expect(send([pngFile(), gone])).rejects.toMatchObject({ networkCode: 'media_missing' });
    expect(world.live()).toEqual([]);
  });
});

describe('the limits of media', () => {
  const issues = (media: MediaFile[], text = ''): string[] => [
    ...new Set(
      problemsOf(
        provider,
        { settings: {} },
        { value: [{ content: text, media }], details: world.channel.details },
      ).map((issue) => issue.path),
    ),
  ];

  it('are 1,024 characters of caption, for one file and for an album', async () => {
    for (const media of [[pngFile()], many(2)]) {
      expect([issues(media, 'a'.repeat(1024)), issues(media, 'a'.repeat(1025))]).toEqual([
        [],
        ['value.0.content'],
      ]);
      await send(media, 'a'.repeat(1024));
      await expect(send(media, 'a'.repeat(1025))).rejects.toThrow('message caption is too long');
    }
    expect(issues([], 'a'.repeat(1025))).toEqual([]);
  });

  it('are ten files in an album, and no GIF in it', async () => {
    expect([issues(many(10)), issues(many(11)), issues([gif()]), issues([gif(), pngFile()])]).toEqual([
      [],
      ['value.0.image'],
      [],
      ['value.0.image'],
    ]);
    await send(many(10));
    await expect(send(many(11))).rejects.toThrow('too many messages to send as an album');
    await expect(send([pngFile(), gif()])).rejects.toThrow(
      `can't parse InputMedia: type "animation" can't be used in sendMediaGroup`,
    );
  });

  it('are 10 MB for a picture, and 50 MB for anything else and for all files together', () => {
    const sizes = (file: MediaFile, ...bytes: number[]): string[][] =>
      bytes.map((size) => issues([sized(file, size)]));
    expect(sizes(pngFile(), 10 * MIB, 10 * MIB + 1)).toEqual([[], ['value.0.image.0']]);
    expect(sizes(gif(), 10 * MIB + 1, 50 * MIB)).toEqual([[], []]);
    expect([provider.rules.media.maxImageBytes, provider.rules.media.maxVideoBytes]).toEqual([
      50 * MIB,
      50 * MIB,
    ]);
    expect(issues([sized(video(), 25 * MIB), sized(video(), 25 * MIB)])).toEqual([]);
    expect(issues([sized(video(), 25 * MIB), sized(video(), 25 * MIB + 1)])).toEqual(['value.0.image']);
  });

  it('are enforced by the network as well, here scaled to a hundredth', async () => {
    await world.stop();
    world = await startWorld({ limits: { bodyBytes: MIB / 2, photoBytes: MIB / 10 } });
    await send([sized(video(), MIB / 2 - 2000)]);
    await expect(send([sized(video(), MIB / 2)])).rejects.toThrow('Request Entity Too Large');
    await expect(send([sized(pngFile(), MIB / 10 + 1)])).rejects.toThrow('is too big for a photo');
    await expect(send([sized(pngFile(), 100)])).rejects.toThrow('IMAGE_PROCESS_FAILED');
    await expect(send([sized(pngFile(), 0)])).rejects.toThrow('file must be non-empty');
  });

  it('are 10,000 pixels for the sum of the sides of a picture, and a ratio of 20', () => {
    const sides = (width: number, height: number, file = pngFile()): string[] =>
      issues([{ ...file, width, height }]);
    expect([
      sides(9500, 500),
      sides(9500, 501),
      sides(2000, 100),
      sides(2001, 100),
      sides(100, 2001),
    ]).toEqual([[], ['value.0.image.0'], [], ['value.0.image.0'], ['value.0.image.0']]);
    expect(sides(1, 9999, gif())).toEqual([]);
    expect(issues([{ ...pngFile(), width: undefined, height: undefined }])).toEqual([]);
  });

  it('require text or media', () => {
    expect([
      issues([], '<p></p>'),
      issues([], '<p> <br></p>'),
      issues([], '<p>a</p>'),
      issues([pngFile()], '<p></p>'),
    ]).toEqual([['value.0.content'], ['value.0.content'], [], []]);
  });
});
