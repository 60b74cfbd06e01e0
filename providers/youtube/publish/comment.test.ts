/** A first comment below a video: published, found again, taken down, and refused as YouTube refuses. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { publishUntilLive } from '../../_kit/test-harness.ts';
import type { Published } from '../../_kit/contract.ts';
import { SETTINGS, startWorld, videoFile, type World, type WorldOptions } from '../fixtures/world.ts';
import { youtube as provider } from '../index.ts';
import { COMMENT_SCOPE } from './comment.ts';

let world: World;
let video: Published;
afterEach(() => world?.stop());

async function start(options: WorldOptions = {}, settings: object = {}): Promise<void> {
  world = await startWorld(options);
  const request = world.request({ media: [videoFile()] }, { ...SETTINGS, ...settings });
  video = await publishUntilLive(provider, request, world.context);
}
const comment = (text: string) => {
  const request = world.request({ text, media: [], root: video, parent: video });
  return { ...request, item: { ...request.item, position: 1 } };
};

describe('a comment below a video on YouTube', () => {
  it('stands below its video, with a URL that leads to it', async () => {
    await start();
    const { id, url } = await world.publish(comment('The recipe: https://shop.example/'));
    expect(world.network.comments()).toMatchObject([
      { id, videoId: video.id, text: 'The recipe: https://shop.example/' },
    ]);
    expect(url).toBe(`https://www.youtube.com/watch?v=${video.id}&lc=${id}`);
    expect(provider.keyOf?.({ id, url, ref: null })).toBe(id);
  });

  it('is found again after a lost answer, and not where it was not sent', async () => {
    await start();
    const lost = comment('The recipe');
    const attempt = await world.lose(lost);
    expect(await provider.verify(lost, attempt, world.context)).toMatchObject({
      status: 'found',
      published: { id: world.network.comments()[0]?.id },
    });
    const other = comment('Another one');
    const gone = await world.lose(other, 'reset_before');
    expect(await provider.verify(other, gone, world.context)).toMatchObject({ status: 'absent' });
  });

  it('is taken down by itself, and may be gone already', async () => {
    await start();
    const published = await world.publish(comment('The recipe'));
    await provider.remove?.(world.channel, published, world.context);
    await provider.remove?.(world.channel, published, world.context);
    expect([world.network.comments(), world.network.videos()]).toEqual([[], [expect.anything()]]);
  });

  it('is refused with the words of YouTube where the video has no comments', async () => {
    await start({}, { selfDeclaredMadeForKids: 'yes' });
    await expect(world.publish(comment('The recipe'))).rejects.toThrow('The video has disabled comments.');
  });

  it('is asked for only where the operator wants that, and the channel knows whether it was granted', async () => {
    const scopeOf = async (): Promise<string> => {
      const sent = { app: { id: 'a', secret: 'b' }, redirectUri: 'https://crier.example/', state: 's' };
      const url = await provider.oauth?.authorizeUrl(sent as never, world.context);
      return new URL(String(url)).searchParams.get('scope') ?? '';
    };
    await start();
    expect([await scopeOf(), world.channel.details.comments]).toEqual([
      expect.stringContaining(COMMENT_SCOPE),
      'granted',
    ]);
    await world.stop();
    world = await startWorld({ comments: false });
    expect([(await scopeOf()).includes(COMMENT_SCOPE), world.channel.details.comments]).toEqual([
      false,
      'not granted',
    ]);
  });
});
