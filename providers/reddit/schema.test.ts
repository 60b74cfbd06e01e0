import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { pngFile } from '../_kit/test-harness.ts';
import { settingsFor, startWorld, type World } from './fixtures/world.ts';
import { reddit as provider } from './index.ts';

let world: World;
beforeEach(async () => void (world = await startWorld()));
afterEach(() => world.stop());

const MARKED = { nsfw: true, spoiler: true, sendreplies: false };
const publish = (settings: Record<string, unknown>, media = [] as ReturnType<typeof pngFile>[]) =>
  world.publish(world.request({ settings, media }));

describe('the marks of a submission on Reddit', () => {
  it('are as a person chose in each subreddit, and none by default', async () => {
    await publish(settingsFor({}, { subreddit: 'bakeries', ...MARKED }));
    expect(world.live()).toMatchObject([{ nsfw: false, spoiler: false, sendreplies: true }, MARKED]);
  });

  it('belong to a picture and to a gallery too', async () => {
    await publish(settingsFor({ type: 'image', ...MARKED }), [pngFile()]);
    await publish(settingsFor({ type: 'media', ...MARKED }), [pngFile(), pngFile()]);
    expect(world.live()).toMatchObject([MARKED, MARKED]);
  });
});

describe('a crosspost on Reddit', () => {
  const crosspost = (url: string | null) =>
    settingsFor({ type: 'crosspost', subreddit: 'bakeries', title: 'Look', url });

  it('shows another post under a title of its own, without the text', async () => {
    const { url, id } = await publish(settingsFor({}));
    await publish(crosspost(url));
    expect(world.live()[1]).toMatchObject({
      subreddit: 'bakeries',
      title: 'Look',
      text: '',
      crosspost: `t3_${id}`,
    });
  });

  it('is found again after a lost answer, and not taken for one of another post', async () => {
    const [one, other] = [await publish(settingsFor({})), await publish(settingsFor({}))];
    const request = world.request({ settings: crosspost(one.url) });
    const attempt = await world.lose(request);
    const { id } = world.live().at(-1) ?? {};
    await publish(crosspost(other.url));
    expect(await provider.verify(request, attempt, world.context)).toMatchObject({
      status: 'found',
      published: { id },
    });
    const gone = world.request({ settings: crosspost(one.url) });
    const lost = await world.lose(gone, 'reset_before');
    await publish(crosspost(other.url));
    expect(await provider.verify(gone, lost, world.context)).toMatchObject({ status: 'absent' });
  });

  it('is refused with the message of Reddit in the subreddit of the other post, and without a post', async () => {
    const { url } = await publish(settingsFor({}));
    const same = settingsFor({ type: 'crosspost', title: 'Look', url });
    await expect(publish(same)).rejects.toThrow("that isn't a valid crosspost url");
    await expect(publish(crosspost('https://redd.it/zzzz'))).rejects.toThrow(
      "that isn't a valid crosspost url",
    );
  });
});
