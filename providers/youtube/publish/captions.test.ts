/** Subtitles of a video: added once it is processed, with one track however often, and never fatal. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { publishUntilLive } from '../../_kit/test-harness.ts';
import { refusal, startWorld, videoFile, type World, type WorldOptions } from '../fixtures/world.ts';
import { youtube as provider } from '../index.ts';
import { inEnglish, type Words } from '../../_kit/sentences/fill.ts';

const SRT = '1\n00:00:01,000 --> 00:00:02,500\nSpring menu\n';
let world: World;
afterEach(() => world?.stop());

async function publish(losses: string[] = [], options: WorldOptions = {}, file = SRT) {
  world ??= await startWorld(options);
  const subtitles = { language: 'en', file };
  const request = world.request(
    { media: [videoFile()] },
    { title: 'Spring menu', type: 'public', subtitles },
  );
  const noteLoss = async (_: string, why: Words): Promise<void> => void losses.push(inEnglish(why));
  return publishUntilLive(provider, request, { ...world.context, noteLoss });
}

describe('the subtitles of a video on YouTube', () => {
  it('are a track in its language, of the times and the words alone', async () => {
    world = await startWorld();
    const { id } = await publish([], {}, 'WEBVTT\n\n00:01.000 --> 00:02.500\n<v Ada>Spring menu\n');
    expect(world.network.captions()).toEqual([
      { videoId: id, language: 'en', name: 'English', file: expect.stringContaining('Spring menu') },
    ]);
    expect(world.network.captions()[0]?.file).not.toContain('Ada');
  });

  it('are added once, although the question that added them is asked again', async () => {
    world = await startWorld();
    const { id } = await publish();
    const subtitles = { language: 'en', file: SRT };
    const again = world.request(
      { media: [videoFile()] },
      { title: 'Spring menu', type: 'public', subtitles },
    );
    const losses: string[] = [];
    const noteLoss = async (_: string, why: Words): Promise<void> => void losses.push(inEnglish(why));
    const result = await provider.poll?.(again, { id }, { ...world.context, noteLoss });
    expect([result?.status, world.network.captions().length, losses]).toEqual(['published', 1, []]);
  });

  it('are left out, and the timeline learns why, where YouTube refuses them', async () => {
    world = await startWorld();
    world.front.arm(refusal(403, 'forbidden', 'No permission'), ({ path }) => path.includes('/captions'));
    const losses: string[] = [];
    const { id } = await publish(losses);
    expect(world.network.videos().map((video) => video.id)).toEqual([id]);
    expect([world.network.captions(), losses]).toEqual([[], [expect.stringContaining('No permission')]]);
  });

  it('are left out where YouTube stays in trouble: the video is published', async () => {
    world = await startWorld();
    for (let n = 0; n < 3; n++) {
      world.front.arm(refusal(503, 'backendError', 'Backend error'), ({ path }) =>
        path.includes('/captions'),
      );
    }
    const losses: string[] = [];
    const { id } = await publish(losses);
    expect([world.network.videos().map((video) => video.id), losses.length]).toEqual([[id], 1]);
  });

  it('are refused before anything is sent where the channel lacks the permission, and without a language', async () => {
    world = await startWorld({ comments: false });
    const check = (subtitles: object) => {
      const request = world.request(
        { media: [videoFile()] },
        { title: 'Spring menu', type: 'public', subtitles },
      );
      return provider
        .validate?.({ ...request, channel: world.channel })
        .map(({ path, message }) => [path, message]);
    };
    expect(check({ language: 'en', file: SRT })).toEqual([
      ['settings.subtitles', expect.stringContaining('without the permission')],
    ]);
    expect(check({ file: SRT })).toEqual([['settings.subtitles.language', expect.any(String)]]);
  });
});
