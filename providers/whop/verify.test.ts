/** What is found of a post whose answer was lost. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Provider, Published, PublishRequest, SentAttempt } from '../_kit/contract.ts';
import { pngFile, publishUntilLive } from '../_kit/test-harness.ts';
import { startWorld, type World } from './fixtures/world.ts';
import { whop as provider } from './index.ts';

const HOUR = 3_600_000;
let world: World;
beforeEach(async () => void (world = await startWorld()));
afterEach(() => world.stop());

const verify = (request: PublishRequest, attempt: SentAttempt): ReturnType<Provider['verify']> =>
  provider.verify(request, attempt, world.context);
const publish = (request: PublishRequest): Promise<Published> =>
  publishUntilLive(provider, request, world.context);
const long = (): Date => new Date(Date.now() - 5 * HOUR);

describe('a post whose answer was lost', () => {
  it('is found by its text, also where Whop rewrites its Markdown', async () => {
    const lost = world.request({ text: 'What **we**\n\n\ncook 🍲' }, { title: 'Menu' });
    const attempt = await world.lose(lost);
    await publish(world.request({ text: 'Another one' }));
    const [post] = world.network.posts();
    expect(await verify(lost, attempt)).toEqual({
      status: 'found',
      byWords: true,
      published: {
        id: post?.id,
        url: `https://whop.com/experiences/${world.forum.experience}/${post?.id}`,
        ref: { id: post?.id },
      },
    });
  });

  it.each([false, true])('is found behind a page of others, oldest first: %s', async (oldestFirst) => {
    world.network.fill(world.forum, 60);
    world.network.arm({ oldestFirst });
    const lost = world.request({ text: 'Behind the others' });
    const attempt = await world.lose(lost);
    const id = world.network.posts().at(-1)?.id;
    world.network.fill(world.forum, 60);
    expect(await verify(lost, attempt)).toMatchObject({ status: 'found', published: { id } });
  });

  it('is not one that had the same text before, nor one of another post', async () => {
    await publish(world.request({ text: 'Every week' }));
    const never = world.request({ text: 'Every week' });
    const attempt = await world.lose(never, 'reset_before');
    expect(await verify(never, attempt)).toMatchObject({ status: 'absent', afterMs: 5 * 60_000 });
    const other = await publish(world.request({ text: 'Every week' }));
    expect(await verify(never, attempt)).toMatchObject({ status: 'found', published: { id: other.id } });
    const isTaken = ({ id }: { id: string }): boolean => id === other.id;
    expect(await verify(never, { ...attempt, isTaken })).toMatchObject({ status: 'absent' });
  });

  it.each([
    ['another title', {}, { title: 'Dinner' }, 'absent'],
    ['another text', { text: 'Tomorrow' }, {}, 'absent'],
    ['a picture', { media: [pngFile()] }, {}, 'unknown'],
  ])('is not taken for one with %s', async (_, overrides, settings, status) => {
    const never = world.request({ text: 'Today' }, { title: 'Lunch' });
    const attempt = await world.lose(never, 'reset_before');
    await publish(world.request({ text: 'Today', ...overrides }, { title: 'Lunch', ...settings }));
    expect(await verify(never, attempt)).toMatchObject({ status });
  });

  it('is not one of another author, nor one from long before', async () => {
    const never = world.request({ text: 'Another 0' });
    const attempt = await world.lose(never, 'reset_before');
    world.network.fill(world.forum, 1);
    world.network.fill(world.forum, 1, { author: world.person, at: long() });
    expect(await verify(never, attempt)).toMatchObject({ status: 'absent' });
    world.network.fill(world.forum, 1, { author: world.person });
    const { id } = world.network.posts().at(-1) ?? {};
    expect(await verify(never, attempt)).toMatchObject({ status: 'found', published: { id } });
  });

  it('counts as absent without reading a large forum to its end, where that lists its newest first', async () => {
    world.network.fill(world.forum, 1100, { at: long() });
    world.network.fill(world.forum, 2, { at: long(), pinned: true });
    const never = world.request();
    const attempt = await world.lose(never, 'reset_before');
    expect(await verify(never, attempt)).toMatchObject({ status: 'absent' });
  });

  it('is left to a person in a forum with more posts than can be read', async () => {
    const never = world.request();
    const attempt = await world.lose(never, 'reset_before');
    world.network.fill(world.forum, 1001);
    expect(await verify(never, attempt)).toMatchObject({
      status: 'unknown',
      reason: expect.stringContaining('more than 1000 posts'),
    });
  });

  it('is left to a person in a public forum, which Whop does not list', async () => {
    const lost = world.request({}, { experience: 'public' });
    expect(await verify(lost, await world.lose(lost))).toMatchObject({
      status: 'unknown',
      reason: expect.stringContaining('public forum'),
    });
  });
});

describe('a comment whose answer was lost', () => {
  it('is found among the comments of its post, not among others', async () => {
    const [root, other] = [await publish(world.request()), await publish(world.request())];
    const never = world.request({ text: 'Yes', root, parent: root });
    const attempt = await world.lose(never, 'reset_before');
    await publish(world.request({ text: 'Yes', root: other, parent: other }));
    await publish(world.request({ text: 'Yes' }));
    expect(await verify(never, attempt)).toMatchObject({ status: 'absent' });
    const again = await world.lose(never);
    const { id } = world.network.posts().at(-1) ?? {};
    expect(await verify(never, again)).toMatchObject({ status: 'found', published: { id, url: root.url } });
  });
});
