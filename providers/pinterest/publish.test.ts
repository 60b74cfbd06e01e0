/** A pin on Pinterest: its pictures, its text, its video and its end. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { MediaFile, Published, PublishRequest } from '../_kit/contract.ts';
import { RateLimited, Rejected, TokenExpired, Unsent } from '../_kit/errors.ts';
import { filmFile, keepUploads, pngFile, prepareStored, publishUntilLive } from '../_kit/test-harness.ts';
import { fault, isPublish, limited, startWorld, type World } from './fixtures/world.ts';
import { pinterest as provider } from './index.ts';

let world: World;
beforeEach(async () => void (world = await startWorld()));
afterEach(() => world.stop());

const publish = (request: PublishRequest): Promise<Published> =>
  publishUntilLive(provider, request, world.context);
const pictured = (...media: MediaFile[]): Promise<Published> => publish(world.request({ media }));

describe('a pin', () => {
  it('has the text, the link, the colour and the section of its settings, and its own URL', async () => {
    const [section] = world.board.sections;
    const settings = {
      board_section: section?.id,
      title: 'Spring menu',
      link: 'https://cafe.example/menu',
      dominant_color: '#FFAA09',
    };
    const { id, url } = await publish(
      world.request({ text: 'What we cook', media: [pngFile('A bowl')] }, settings),
    );
    expect(world.live()).toEqual([
      expect.objectContaining({
        id,
        board: world.board.id,
        section: section?.id,
        title: 'Spring menu',
        description: 'What we cook',
        link: 'https://cafe.example/menu',
        colour: '#FFAA09',
        alt: 'A bowl',
      }),
    ]);
    expect(url).toBe(`https://www.pinterest.com/pin/${id}/`);
  });

  it('is a carousel whose pictures have texts and URLs of their own', async () => {
    const cards = [
      { title: 'Soup', description: '', link: 'https://cafe.example/soup' },
      { title: null, description: ' Fresh ', link: null },
    ];
    await publish(world.request({ media: [pngFile(), pngFile(), pngFile()] }, { cards }));
    expect(world.live()[0]?.source.items).toEqual([
      { title: 'Soup', link: 'https://cafe.example/soup' },
      { description: 'Fresh' },
      {},
    ]);
  });

  it('leaves out what its settings leave empty', async () => {
    const settings = { board_section: null, title: '', link: null, dominant_color: '' };
    await publish(world.request({ text: '', media: [pngFile('')] }, settings));
    expect(world.live()).toMatchObject([
      { section: null, title: null, description: null, link: null, colour: null, alt: null },
    ]);
  });

  it('carries one picture, or a carousel with what all of them show', async () => {
    await pictured(pngFile('A menu'));
    await pictured(pngFile('A menu'), pngFile(''), pngFile('A bowl'));
    expect(world.live()).toMatchObject([
      { source: { source_type: 'image_base64', content_type: 'image/png' }, pictures: 1, alt: 'A menu' },
      { source: { source_type: 'multiple_image_base64' }, pictures: 3, alt: 'A menu\nA bowl' },
    ]);
  });

  it('names the URL of a picture whose bytes Pinterest does not take', async () => {
    const url = 'https://crier.example/uploads/signed/menu.webp';
    const webp = { ...pngFile(), mime: 'image/webp', signedUrl: async () => url };
    await pictured(webp);
    await pictured(webp, pngFile());
    expect(world.live().map(({ source, pictures }) => [source.source_type, source.url, pictures])).toEqual([
      ['image_url', url, 1],
      ['multiple_image_urls', undefined, 2],
    ]);
  });

  it('shows a video with its first frame, or with the picture beside it, as its cover', async () => {
    await pictured(filmFile());
    await pictured(filmFile(), pngFile());
    await pictured({ ...pngFile(), mime: 'image/gif' }, filmFile());
    expect(world.live().map(({ source, alt }) => [source, alt])).toEqual([
      [
        { source_type: 'video_id', media_id: expect.stringMatching(/^\d+$/), cover_image_key_frame_time: 0 },
        'a short film',
      ],
      [expect.objectContaining({ cover_image_content_type: 'image/png' }), 'a short film'],
      [expect.objectContaining({ cover_image_url: expect.stringMatching(/^https:/) }), 'a short film'],
    ]);
  });

  it('shows a video with the moment that was chosen, in whole seconds, unless a picture stands beside it', async () => {
    const film = { ...filmFile(), thumbnailAtMs: 2600 };
    await pictured(film);
    await pictured(film, pngFile());
    const frames = world.live().map(({ source }) => source.cover_image_key_frame_time);
    expect(frames).toEqual([3, undefined]);
  });

  it('shows no second of a video that is behind its end', async () => {
    await pictured({ ...filmFile(), durationMs: 5900, thumbnailAtMs: 5800 });
    expect(world.live().at(-1)?.source.cover_image_key_frame_time).toBe(5);
  });

  it('is gone once taken down, and a second time is no error', async () => {
    const published = await publish(world.request());
    for (let n = 0; n < 2; n++) await provider.remove?.(world.channel, published, world.context);
    expect(world.live()).toEqual([]);
  });
});

describe('the video of a pin', () => {
  const registered = (): number =>
    world.network.requests().filter(({ method, path }) => method === 'POST' && path === '/v5/media').length;

  it('is uploaded once, however often it is prepared', async () => {
    const again = { ...world.context, uploads: keepUploads() };
    const request = world.request({ media: [filmFile()] });
    const first = await prepareStored(provider, request, again);
    expect(await prepareStored(provider, request, again)).toEqual(first);
    expect(registered()).toBe(1);
  });

  it('is uploaded again after Pinterest could not process it', async () => {
    const again = { ...world.context, uploads: keepUploads() };
    const request = world.request({ media: [filmFile()] });
    world.network.arm({ failProcessing: true });
    const failed = prepareStored(provider, request, again);
    await expect(failed).rejects.toThrow(Rejected);
    await expect(failed).rejects.toThrow('Pinterest could not process film.mp4');
    world.network.arm({ failProcessing: false });
    await publishUntilLive(provider, request, again);
    expect([registered(), world.live()]).toEqual([2, [expect.objectContaining({ pictures: 1 })]]);
  });

  it('is waited for when Pinterest is still processing it, and the next try goes on with it', async () => {
    // The clock of the product is at the deadline when Pinterest is asked for the first time.
    let asked = 0;
    const slow = { ...world.context, now: () => new Date(asked++ * 3_600_000), uploads: keepUploads() };
    const request = world.request({ media: [filmFile()] });
    world.network.arm({ processingReads: 1 });
    const first = prepareStored(provider, request, slow);
    await expect(first).rejects.toThrow(Unsent);
    await expect(first).rejects.toThrow('Pinterest did not process film.mp4 within');
    await publishUntilLive(provider, request, { ...world.context, uploads: slow.uploads });
    expect([registered(), world.live()]).toEqual([1, [expect.anything()]]);
  });

  it("is refused with the storage's message when it is too large for it", async () => {
    const small = await startWorld({ limits: { fileBytes: 10 } });
    const refused = publishUntilLive(provider, small.request({ media: [filmFile()] }), small.context);
    await expect(refused).rejects.toThrow(Rejected);
    await expect(refused).rejects.toThrow('EntityTooLarge');
    await small.stop();
  });
});

describe('what Pinterest refuses', () => {
  it('is reported with its message, with what the operator can do about an app in trial', async () => {
    world.network.arm({ trial: true });
    const refused = publish(world.request());
    await expect(refused).rejects.toThrow(Rejected);
    await expect(refused).rejects.toThrow('ask for standard access at developers.pinterest.com/apps');
    await expect(publish(world.request({}, { board: '1' }))).rejects.toThrow('Board not found.');
    expect(world.live()).toEqual([]);
  });

  it('is tried again when Pinterest could not download the picture', async () => {
    world.front.arm(fault(400, 235, 'Unable to reach the URL'), isPublish);
    const failed = publish(world.request());
    await expect(failed).rejects.toThrow(Unsent);
    await expect(failed).rejects.toThrow('could not download the picture from this instance');
    expect(world.live()).toEqual([]);
  });

  it('waits for as long as Pinterest asks, and names the limit that is used up', async () => {
    const now = new Date('2026-07-01T20:00:00Z');
    const later = await startWorld({ contextNow: () => now });
    later.front.arm(limited(42), isPublish);
    const refused = publishUntilLive(provider, later.request(), later.context);
    await expect(refused).rejects.toThrow(RateLimited);
    await expect(refused).rejects.toMatchObject({
      message: expect.stringContaining('the limit of org_write requests is used up'),
      resetAt: new Date('2026-07-01T20:00:42Z'),
    });
    await later.stop();
  });

  it('is a matter of its category: reading goes on when no more may be published', async () => {
    const now = new Date('2026-07-01T20:00:00Z');
    const small = await startWorld({ limits: { requests: 3 }, now: () => now });
    const published = await publishUntilLive(provider, small.request(), small.context);
    for (let n = 0; n < 2; n++) await provider.remove?.(small.channel, published, small.context);
    await expect(provider.remove?.(small.channel, published, small.context)).rejects.toThrow(RateLimited);
    expect(await provider.recent?.(small.channel, small.context)).toEqual([]);
    await small.stop();
  });

  it('is an expired token for a channel whose access was withdrawn', async () => {
    world.network.revoke(world.account);
    await expect(publish(world.request())).rejects.toThrow(TokenExpired);
  });
});
