import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { describeWith } from '../../../src/test/servers/server.ts';
import { pds } from '../../../src/test/servers/pds.ts';
import type { MediaFile, ProviderContext, PublishRequest } from '../../_kit/contract.ts';
import { Rejected, TokenExpired } from '../../_kit/errors.ts';
import { buildRequest, keepUploads, pngFile, publishUntilLive } from '../../_kit/test-harness.ts';
import { startBluesky, type BlueskyHarness } from '../fixtures/world.ts';
import { mp4, startVideoService, type VideoService } from '../fixtures/video-service.ts';
import { bluesky } from '../index.ts';
import { videoServiceFor } from './video.ts';

const videoFile = (bytes = mp4(randomUUID())): MediaFile => ({
  ...pngFile('waves'),
  kind: 'video',
  mime: 'video/mp4',
  fileName: 'waves.mp4',
  width: 1920,
  height: 1080,
  size: bytes.length,
  blob: async () => new Blob([bytes]),
});

describeWith([pds], 'A video on Bluesky', () => {
  let service: VideoService;
  let network: BlueskyHarness;
  beforeAll(async () => {
    service = await startVideoService(() => network.server.url);
    network = await startBluesky({ trusted: [service.url] });
  }, 180_000);
  afterAll(async () => {
    await network?.stop();
    await service.stop();
  });

  const request = (bytes?: Uint8Array<ArrayBuffer>): PublishRequest =>
    buildRequest(network, bluesky, { media: [videoFile(bytes)] });
  const embedOf = async (text: string) =>
    (await network.server.listPosts(network.account.did)).find((p) => p.value.text === text)?.value.embed;
  const expected = {
    $type: 'app.bsky.embed.video',
    alt: 'waves',
    aspectRatio: { width: 1920, height: 1080 },
    video: expect.objectContaining({ mimeType: 'video/mp4' }),
  };

  it('goes directly to a PDS that has no video service', async () => {
    const direct = request();
    await publishUntilLive(bluesky, direct, network.context);
    expect(await embedOf(direct.item.text)).toEqual(expected);
    expect(service.uploads).toBe(0);
  });

  it('is rejected if the PDS finds it too large', async () => {
    await expect(
      bluesky.prepare(request(new Uint8Array(5 * 1024 * 1024 + 1)), network.context),
    ).rejects.toMatchObject({ kind: 'rejected', networkCode: 'PayloadTooLarge' });
  });

  describe('with a video service', () => {
    const context = () => ({ ...network.context, env: { BLUESKY_VIDEO_SERVICE: service.url } });

    it('is encoded there, stored at the PDS and then posted', async () => {
      const encoded = request();
      await publishUntilLive(bluesky, encoded, context());
      expect(await embedOf(encoded.item.text)).toEqual(expected);
      expect(service.uploads).toBe(1);
    });

    it('is reused if it was uploaded before', async () => {
      const bytes = mp4('the same file');
      const [first, second] = [
        await bluesky.prepare(request(bytes), context()),
        await bluesky.prepare(request(bytes), context()),
      ];
      const embed = (prepared: unknown): unknown => (prepared as { record: { embed: unknown } }).record.embed;
      expect(embed(second)).toEqual(embed(first));
    });

    it('is not sent again if the wait for it was cut off', async () => {
      const stop = new AbortController();
      let sent = 0;
      const kept: ProviderContext = {
        ...context(),
        uploads: keepUploads(),
        egress: {
          ...network.context.egress,
          fetch: (url, init) => {
            if (String(url).includes('uploadVideo')) sent += 1;
            if (String(url).includes('getJobStatus')) stop.abort();
            return network.context.egress.fetch(url, init);
          },
        },
      };
      const film = request();
      await expect(bluesky.prepare(film, { ...kept, signal: stop.signal })).rejects.toThrow();
      await publishUntilLive(bluesky, film, kept);
      expect(await embedOf(film.item.text)).toEqual(expected);
      expect(sent).toBe(1);
    });

    it('is sent again by the next try if its encoding has failed', async () => {
      const uploads = keepUploads();
      const film = request(mp4('y', true));
      await expect(bluesky.prepare(film, { ...context(), uploads })).rejects.toBeInstanceOf(Rejected);
      expect(uploads.read('video job')).toBeUndefined();
    });

    it("is rejected with the service's message if it cannot be encoded", async () => {
      const failure = bluesky.prepare(request(mp4('x', true)), context());
      await expect(failure).rejects.toBeInstanceOf(Rejected);
      await expect(failure).rejects.toMatchObject({
        networkCode: 'encoding_failure',
        message: expect.stringContaining('could not be encoded'),
      });
    });

    it('needs new tokens if the PDS no longer accepts the old ones', async () => {
      const old = {
        ...request(),
        channel: { ...network.channel, credentials: { ...network.channel.credentials, accessJwt: 'a.b.c' } },
      };
      await expect(bluesky.prepare(old, context())).rejects.toBeInstanceOf(TokenExpired);
    });
  });

  it("goes through Bluesky's video service for accounts that Bluesky hosts, and for no others", () => {
    const choose = (service: string, pdsUrl: string, env = {}) =>
      videoServiceFor({ service, pds: pdsUrl }, { ...network.context, env });
    expect(choose('https://bsky.social', 'https://morel.us-east.host.bsky.network')).toBe(
      'https://video.bsky.app',
    );
    expect(choose('https://pds.example', 'https://pds.example')).toBeNull();
    expect(choose('https://notbsky.social', 'https://notbsky.social')).toBeNull();
    expect(
      choose('https://pds.example', 'https://pds.example', {
        BLUESKY_VIDEO_SERVICE: 'https://video.example',
      }),
    ).toBe('https://video.example');
  });
});
