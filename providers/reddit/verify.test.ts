import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { filmFile, pngFile, prepareStored, publishUntilLive } from '../_kit/test-harness.ts';
import { expectPatience } from '../_kit/test-poll.ts';
import { settingsFor, startWorld, type World } from './fixtures/world.ts';
import { reddit as provider } from './index.ts';

let world: World;
beforeEach(async () => void (world = await startWorld()));
afterEach(() => world.stop());

const LINK = settingsFor({ type: 'link', url: 'https://cafe.example/menu' });
const PICTURE = settingsFor({ type: 'image' });
const verify = (
  request: Parameters<typeof provider.verify>[0],
  attempt: Parameters<typeof provider.verify>[1],
) => provider.verify(request, attempt, world.context);

describe('a submission with an unknown outcome', () => {
  it.each([
    ['a text', settingsFor({})],
    ['a link', LINK],
  ])('that is %s is found by its text, or is absent', async (_, settings) => {
    const lost = world.request({ settings });
    const attempt = await world.lose(lost);
    expect(await verify(lost, attempt)).toMatchObject({
      status: 'found',
      byWords: true,
      published: {
        id: world.live()[0]?.id,
        url: expect.stringMatching(/^https:\/\/www\.reddit\.com\/r\/cafes\//),
      },
    });
    const never = world.request({ settings: settingsFor({ title: 'Another title' }) });
    expect(await verify(never, await world.lose(never, 'reset_before'))).toMatchObject({
      status: 'absent',
      afterMs: 120_000,
    });
  });

  it.each([
    ['a picture', PICTURE, [pngFile()], 15],
    ['a gallery', PICTURE, [pngFile(), pngFile()], 15],
    ['a video', settingsFor({ type: 'video' }), [filmFile()], 60],
  ])('that is %s is found by its upload, once it is processed', async (_, settings, media, minutes) => {
    world.network.arm({ processingReads: 1 });
    // The same text, but another file.
    await publishUntilLive(provider, world.request({ text: 'Look', settings, media }), world.context);
    const lost = world.request({ text: 'Look', settings, media });
    const attempt = await world.lose(lost);
    const verdicts = [await verify(lost, attempt), await verify(lost, attempt)];
    expect(verdicts.at(-1)).toMatchObject({
      status: 'found',
      byWords: false,
      published: { id: world.live()[1]?.id },
    });
    const never = world.request({ text: 'Look', settings, media });
    expect(await verify(never, await world.lose(never, 'reset_before'))).toMatchObject({
      status: 'absent',
      afterMs: minutes * 60_000,
    });
  });

  it('that Reddit has accepted is never sent again, however long it takes', async () => {
    world.network.arm({ processingReads: 100 });
    const request = world.request({ settings: PICTURE, media: [pngFile()] });
    const prepared = await prepareStored(provider, request, world.context);
    const result = await provider.publish(request, prepared, world.context);
    if (result.status !== 'processing') throw new Error(result.status);
    const attempt = { prepared, sentAt: new Date(), readAt: new Date(), ref: result.ref };
    expect(await verify(request, attempt)).toEqual({
      status: 'unknown',
      reason: 'Reddit has accepted the post, but does not show it yet',
    });
    expect(await provider.poll?.(request, result.ref, world.context)).toMatchObject({ status: 'processing' });
    await expectPatience({ provider, request, ref: result.ref }, world.context, [
      { data: { children: [], after: null } },
    ]);
  });

  it('whose title stands there over another text needs a person', async () => {
    const lost = world.request({ text: 'Tea' });
    const attempt = await world.lose(lost, 'reset_before');
    await publishUntilLive(provider, world.request({ text: 'Coffee' }), world.context);
    expect(await verify(lost, attempt)).toMatchObject({
      status: 'unknown',
      reason: expect.stringContaining('resembles this one'),
    });
  });

  it('is found behind pages of other posts, but needs a person behind more than a thousand', async () => {
    await world.stop();
    world = await startWorld({ limits: { requests: 10_000 } });
    const lost = world.request();
    const attempt = await world.lose(lost);
    const submit = async (count: number): Promise<void> => {
      const settings = settingsFor({ subreddit: 'u_ada', title: 'Filler' });
      const request = world.request({ settings });
      const prepared = await prepareStored(provider, request, world.context);
      for (let i = 0; i < count; i++) await provider.publish(request, prepared, world.context);
    };
    await submit(150);
    expect(await verify(lost, attempt)).toMatchObject({ status: 'found' });
    await submit(900);
    expect(await verify(lost, attempt)).toMatchObject({
      status: 'unknown',
      reason: expect.stringContaining('more than 1000 posts'),
    });
  }, 60_000);
});

describe('the newest posts of an account', () => {
  it('are submissions, each with its URL', async () => {
    const root = await publishUntilLive(provider, world.request(), world.context);
    await publishUntilLive(provider, world.request({ root, parent: root }), world.context);
    expect(await provider.recent?.(world.channel, world.context)).toMatchObject([
      { id: root.id, url: root.url },
    ]);
  });
});
