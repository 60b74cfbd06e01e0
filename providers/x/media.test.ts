import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createRecorder } from '../../src/test/oracles/exchange.ts';
import { testAgainst } from '../../src/test/oracles/test-against.ts';
import { xOracle } from '../../src/test/oracles/x.ts';
import type { MediaFile, ProviderContext } from '../_kit/contract.ts';
import { OutcomeUnknown, Rejected } from '../_kit/errors.ts';
import { pngFile, publishUntilLive } from '../_kit/test-harness.ts';
import { fileOf, refusal, remembering, startWorld, type World } from './fixtures/world.ts';
import { x as provider } from './index.ts';

const recorder = createRecorder();
let world: World;
beforeEach(async () => void (world = await startWorld({ recorder })));
afterEach(() => world.stop());

/** Of more than two chunks. */
const FILM = Buffer.alloc(2 * 1024 ** 2 + 7, 'film');
const publish = (media: MediaFile[], context: ProviderContext = world.context): Promise<unknown> =>
  publishUntilLive(provider, world.request({ media }), context);
const isAppend = ({ path }: { path: string }): boolean => path.endsWith('/append');

describe('media of a post to X', () => {
  it('arrive whole, in their order, with the alternative texts of pictures', async () => {
    const files = [pngFile('first'), pngFile(''), fileOf('image/webp', Buffer.from('web'), 'third & last')];
    await publish(files);
    const [post] = world.live();
    expect(post?.media.map(({ alt }) => alt)).toEqual(['first', null, 'third & last']);
    expect(post?.media[2]?.sha256).toBe(createHash('sha256').update('web').digest('hex'));
  });

  it('are sent in chunks, and waited for while X processes a video or a GIF', async () => {
    world.network.arm({ mediaPolls: 2 });
    await publish([fileOf('video/mp4', FILM, 'videos have no alternative text')]);
    expect(world.network.uploads()).toEqual({ begun: 1, chunks: 3 });
    await publish([fileOf('image/gif', Buffer.from('gif'), 'a wave')]);
    expect(world.live().map(({ media }) => media[0])).toEqual([
      expect.objectContaining({ alt: null, sha256: createHash('sha256').update(FILM).digest('hex') }),
      expect.objectContaining({ alt: 'a wave' }),
    ]);
  });

  it('have the subtitles that a person chose, or the post says that X did not take them', async () => {
    const settings = { subtitles: { language: 'de', file: 'WEBVTT\n\n00:01.000 --> 00:02.000\nTee' } };
    const said: unknown[] = [];
    const context = { ...world.context, noteLoss: async (...loss: unknown[]) => void said.push(loss) };
    const film = fileOf('video/mp4', FILM);
    await publishUntilLive(provider, world.request({ text: 'One', media: [film] }, settings), context);
    expect(world.network.subtitles()).toEqual([
      { language: 'DE', name: 'German', text: '1\n00:00:01,000 --> 00:00:02,000\nTee\n' },
    ]);
    world.front.arm(refusal(400, 'language_code is not valid'), ({ path }) => path === '/2/media/subtitles');
    await publishUntilLive(provider, world.request({ text: 'Two', media: [film] }, settings), context);
    expect(world.live()).toHaveLength(2);
    expect(said).toEqual([['subtitles', expect.stringContaining('language_code is not valid')]]);
  });

  it('are not kept back by subtitles: neither by an answer without data, nor for ever by one that fails', async () => {
    const settings = { subtitles: { language: 'de', file: '00:01.000 --> 00:02.000\nTee' } };
    const said: unknown[] = [];
    const noteLoss = async (...loss: unknown[]) => void said.push(loss);
    const request = (text: string) => world.request({ text, media: [fileOf('video/mp4', FILM)] }, settings);
    const isSubtitles = ({ path }: { path: string }): boolean => path === '/2/media/subtitles';
    world.front.arm({ kind: 'status', status: 200, body: '{}' }, isSubtitles);
    await publishUntilLive(provider, request('One'), { ...world.context, noteLoss });
    const [context, second] = [{ ...remembering(world), noteLoss }, request('Two')];
    world.front.arm(refusal(503, 'Service Unavailable'), isSubtitles, 6);
    for (let n = 1; n < 6; n++) {
      await expect(provider.prepare(second, context)).rejects.toBeInstanceOf(OutcomeUnknown);
    }
    await publishUntilLive(provider, second, context);
    world.front.arm(
      refusal(403, 'No', { type: 'https://api.x.com/2/problems/oauth2-permissions' }),
      isSubtitles,
    );
    await publishUntilLive(provider, request('Three'), { ...world.context, noteLoss });
    expect(world.live()).toHaveLength(3);
    expect(said).toHaveLength(2);
  });

  it('that are longer than the account may post are refused with a message', async () => {
    world.network.arm({ longestVideo: 20 });
    const refused = publish([fileOf('video/mp4', Buffer.from('film'))]);
    await expect(refused).rejects.toBeInstanceOf(Rejected);
    await expect(refused).rejects.toThrow(
      'This user is not allowed to post a video longer than 20 minutes. Shorten the video',
    );
  });

  it('go on where they were interrupted, without a second upload', async () => {
    const context = remembering(world);
    const film = fileOf('video/mp4', FILM);
    let chunks = 0;
    world.front.arm(refusal(503, 'Service Unavailable'), (request) => isAppend(request) && ++chunks === 2);
    await expect(publish([film], context)).rejects.toBeInstanceOf(OutcomeUnknown);
    await publish([film], context);
    expect(world.network.uploads()).toEqual({ begun: 1, chunks: 3 });
    expect(world.live()).toHaveLength(1);
  });

  it('are not sent again for the next try of the same part', async () => {
    const context = remembering(world);
    const request = world.request({ media: [pngFile()] });
    await provider.prepare(request, context);
    await publishUntilLive(provider, request, context);
    expect(world.network.uploads()).toEqual({ begun: 1, chunks: 1 });
  });

  it('begin again when X no longer has what was uploaded', async () => {
    const context = remembering(world);
    world.front.arm(refusal(503, 'Service Unavailable'), ({ path }) => path.endsWith('/finalize'));
    const request = world.request({ media: [pngFile()] });
    await expect(provider.prepare(request, context)).rejects.toBeInstanceOf(OutcomeUnknown);
    world.network.endUploads();
    await publishUntilLive(provider, request, context);
    expect(world.live()).toHaveLength(1);
    expect(world.network.uploads()).toEqual({ begun: 1, chunks: 2 });
  });

  it('are described once, after the try in which that failed', async () => {
    const context = remembering(world);
    const request = world.request({ media: [pngFile('a pixel')] });
    world.front.arm(refusal(503, 'Service Unavailable'), ({ path }) => path === '/2/media/metadata');
    await expect(provider.prepare(request, context)).rejects.toBeInstanceOf(OutcomeUnknown);
    await publishUntilLive(provider, request, context);
    expect(world.live()[0]?.media).toEqual([expect.objectContaining({ alt: 'a pixel' })]);
    expect(world.network.uploads()).toEqual({ begun: 1, chunks: 1 });
  });

  it("that X cannot process fail the post with X's message, and are not used again", async () => {
    const context = remembering(world);
    world.network.arm({ mediaFails: true });
    const request = world.request({ media: [fileOf('video/mp4', Buffer.from('film'))] });
    const refused = provider.prepare(request, context);
    await expect(refused).rejects.toBeInstanceOf(Rejected);
    await expect(refused).rejects.toThrow('X could not process file.mp4: Unsupported video format');
    world.network.arm({ mediaFails: false });
    await publishUntilLive(provider, request, context);
    expect(world.live()).toHaveLength(1);
  });
});

testAgainst(xOracle, recorder);
