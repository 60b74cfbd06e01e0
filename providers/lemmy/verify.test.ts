import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Generation } from '../../src/test/networks/lemmy/state.ts';
import type { PublishRequest, SentAttempt } from '../_kit/contract.ts';
import { pngFile, prepareStored, publishUntilLive } from '../_kit/test-harness.ts';
import { startWorld, type World } from './fixtures/world.ts';
import { lemmy as provider } from './index.ts';

let world: World;
afterEach(() => world.stop());

describe.each<Generation>(['0.19', '1'])('a post with an unknown outcome on Lemmy %s', (generation) => {
  beforeEach(async () => void (world = await startWorld({ generation })));

  const verify = (request: PublishRequest, attempt: SentAttempt) =>
    provider.verify(request, attempt, world.context);
  const publish = (request = world.request()) => publishUntilLive(provider, request, world.context);
  const only = (entry: Record<string, unknown>) => ({ settings: world.settingsFor(entry) });

  it.each<[string, Record<string, unknown>, boolean, boolean]>([
    ['a text', {}, false, true],
    [
      'a URL whose origin Lemmy forgets',
      { url: 'https://cafe.example/menu?utm_source=crier&day=1' },
      false,
      true,
    ],
    ['a URL with a thumbnail', { url: 'https://cafe.example/menu' }, true, true],
    ['a picture', {}, true, false],
  ])('is found: %s', async (_, entry, hasPicture, byWords) => {
    // Of the same title, before.
    await publish(world.request(only(entry)));
    const lost = world.request({ ...only(entry), media: hasPicture ? [pngFile()] : [] });
    const attempt = await world.lose(lost);
    expect(await verify(lost, attempt)).toMatchObject({
      status: 'found',
      byWords,
      published: { id: String(world.network.posts()[1]?.id), url: expect.stringContaining('/post/') },
    });
  });

  it('is absent if it never arrived, however many others were posted', async () => {
    const lost = world.request();
    const attempt = await world.lose(lost, 'reset_before');
    await publish(world.request(only({ title: 'Another title' })));
    expect(await verify(lost, attempt)).toEqual({
      status: 'absent',
      evidence: "None of the account's 1 posts since the call is this one",
      afterMs: 120_000,
    });
  });

  it('in a community of another instance is found at once, because its own instance has it', async () => {
    world.network.createElsewhere('gardening', 'lemmy.example');
    const found = await provider.tools?.subreddits?.run(
      world.channel,
      { word: 'gardening@lemmy.example' },
      world.context,
    );
    const lost = world.request(only({ subreddit: 'gardening', id: (found as { id: string }[])[0]?.id }));
    expect(await verify(lost, await world.lose(lost))).toMatchObject({ status: 'found' });
  });

  it('that the settings of the account hide from its list needs a person, and is found where they show it', async () => {
    const lost = world.request(only({ nsfw: true }));
    const attempt = await world.lose(lost);
    expect(await verify(lost, attempt)).toMatchObject({
      status: 'unknown',
      reason: expect.stringContaining('its settings hide some of them'),
    });
    world.person.showNsfw = true;
    expect(await verify(lost, attempt)).toMatchObject({ status: 'found' });
  });

  it('whose text was edited, or that a moderator took down, needs a person', async () => {
    const lost = world.request();
    const attempt = await world.lose(lost);
    const id = world.network.posts()[0]?.id ?? 0;
    world.network.edit(id, 'Sold out');
    const resembles = {
      status: 'unknown',
      reason: expect.stringContaining(`/post/${id} resembles this one, or was taken down`),
    };
    expect(await verify(lost, attempt)).toMatchObject(resembles);
    world.network.takeDown(id);
    expect(await verify(lost, attempt)).toMatchObject(resembles);
  });

  it('to several communities is found whole, or goes on where it broke off', async () => {
    const settings = world.settingsFor({}, {});
    const lost = world.request({ settings });
    const attempt = await world.lose(lost);
    expect(await verify(lost, attempt)).toEqual({
      status: 'repeatable',
      evidence: '1 of the 2 posts are published',
      afterMs: 120_000,
    });
    await provider.publish(lost, attempt.prepared, world.context);
    expect(world.network.posts()).toHaveLength(2);
    expect(await verify(lost, attempt)).toMatchObject({ status: 'found' });
  });

  it('twice in the same community is found by the order of its posts', async () => {
    const id = world.communities[0]?.id;
    const url = (day: number): string => `https://cafe.example/menu?day=${day}`;
    const settings = world.settingsFor({ url: url(1) }, { id, url: url(2) });
    const lost = world.request({ settings });
    const attempt = await world.lose(lost);
    expect(await verify(lost, attempt)).toMatchObject({ status: 'repeatable' });
    await provider.publish(lost, attempt.prepared, world.context);
    expect(world.network.posts().map((post) => post.url)).toEqual([url(1), url(2)]);
    expect(await verify(lost, attempt)).toMatchObject({ status: 'found' });
  });

  it('that is a comment is found below what it answers, and only there', async () => {
    const root = await publish();
    const other = await publish(world.request(only({ title: 'Another title' })));
    const lost = world.request({ text: 'Two', root, parent: root });
    const attempt = await world.lose(lost, 'reset_before');
    await publish(world.request({ text: 'Two', root: other, parent: other }));
    expect(await verify(lost, attempt)).toMatchObject({ status: 'absent' });
    const again = await world.lose(lost);
    expect(await verify(lost, again)).toMatchObject({
      status: 'found',
      byWords: true,
      published: { id: String(world.network.comments()[1]?.id) },
    });
    world.network.takeDown(world.network.comments()[1]?.id ?? 0);
    expect(await verify(lost, again)).toMatchObject({ status: 'unknown' });
  });

  it('is found behind pages of others, but needs a person behind more than five hundred', async () => {
    const lost = world.request();
    const attempt = await world.lose(lost);
    const filler = world.request(only({ title: 'Filler' }));
    const prepared = await prepareStored(provider, filler, world.context);
    const post = async (count: number): Promise<void> => {
      for (let i = 0; i < count; i++) await provider.publish(filler, prepared, world.context);
    };
    await post(120);
    expect(await verify(lost, attempt)).toMatchObject({ status: 'found' });
    await post(400);
    expect(await verify(lost, attempt)).toMatchObject({
      status: 'unknown',
      reason: expect.stringContaining('more than 500 posts'),
    });
  }, 60_000);

  it('is reported with the newest posts, without those that were deleted', async () => {
    const first = await publish();
    const second = await publish();
    const list = (): Promise<unknown> => provider.recent?.(world.channel, world.context) ?? Promise.resolve();
    // By the name that the instance gives itself, not by the one that it was connected under.
    const shown = ({ id }: { id: string }) => ({ id, url: `${world.network.url}/post/${id}` });
    expect(await list()).toEqual([second, first].map(shown));
    await provider.remove?.(world.channel, second, world.context);
    expect(await list()).toEqual([shown(first)]);
  });
});

it('a post that was lost before its instance was upgraded to 1.x is found, and the next one is published', async () => {
  world = await startWorld();
  const lost = world.request();
  const attempt = await world.lose(lost);
  world.network.upgrade();
  expect(await provider.verify(lost, attempt, world.context)).toMatchObject({ status: 'found' });
  await publishUntilLive(provider, world.request(), world.context);
  expect(world.network.posts()).toHaveLength(2);
});
