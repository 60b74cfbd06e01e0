/** What is found of a cast whose answer was lost. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Provider, PublishRequest, SentAttempt } from '../_kit/contract.ts';
import { pngFile, publishUntilLive } from '../_kit/test-harness.ts';
import { inChannels, startWorld, type World } from './fixtures/world.ts';
import { warpcast as provider } from './index.ts';

const MINUTE = 60_000;
let world: World;
let nowMs: number;
beforeEach(async () => {
  nowMs = Date.now();
  world = await startWorld({ contextNow: () => new Date(nowMs) });
});
afterEach(() => world.stop());

const verify = (request: PublishRequest, attempt: SentAttempt): ReturnType<Provider['verify']> =>
  provider.verify(request, { ...attempt, readAt: world.context.now() }, world.context);
const publish = async (request: PublishRequest) => publishUntilLive(provider, request, world.context);

describe('a cast whose answer was lost', () => {
  it('is found among the casts of the account by its text and pictures', async () => {
    const lost = world.request({ text: 'What  we\ncook', media: [pngFile()] });
    const attempt = await world.lose(lost);
    await publish(world.request({ text: 'What we cook' }));
    const [{ hash } = { hash: '' }] = world.live();
    expect(await verify(lost, attempt)).toEqual({
      status: 'found',
      byWords: true,
      published: { id: hash, url: `https://farcaster.xyz/ada/${hash}`, ref: { hashes: [hash] } },
    });
  });

  it('is found behind a page of others', async () => {
    const lost = world.request({ text: 'Behind the others' });
    const attempt = await world.lose(lost);
    const { hash } = world.live()[0] ?? {};
    world.network.fill(world.account, 150);
    expect(await verify(lost, attempt)).toMatchObject({ status: 'found', published: { id: hash } });
  });

  it('is sent again with its key for ten minutes, and counts as absent after that', async () => {
    const never = world.request();
    const attempt = await world.lose(never, 'reset_before');
    nowMs += 4 * MINUTE;
    expect(await verify(never, attempt)).toMatchObject({ status: 'repeatable', forMs: 6 * MINUTE });
    nowMs += 6 * MINUTE;
    expect(await verify(never, attempt)).toMatchObject({ status: 'absent', afterMs: 2 * MINUTE });
  });

  it('is not one that was there before, nor one of another post', async () => {
    await publish(world.request({ text: 'Every week' }));
    const never = world.request({ text: 'Every week' });
    const attempt = await world.lose(never, 'reset_before');
    expect(await verify(never, attempt)).toMatchObject({ status: 'repeatable' });
    const other = await publish(world.request({ text: 'Every week' }));
    expect(await verify(never, attempt)).toMatchObject({ status: 'found', published: { id: other.id } });
    const isTaken = ({ id }: { id: string }): boolean => id === other.id;
    expect(await verify(never, { ...attempt, isTaken })).toMatchObject({ status: 'repeatable' });
  });

  it.each([
    ['in another channel', {}, inChannels('art')],
    ['outside of channels', {}, {}],
    ['with another text', { text: 'Tomorrow' }, inChannels('food')],
    ['without the picture', { media: [] }, inChannels('food')],
  ])('is not one %s', async (_, overrides, settings) => {
    const media = [pngFile()];
    const never = world.request({ text: 'Today', media }, inChannels('food'));
    const attempt = await world.lose(never, 'reset_before');
    await publish(world.request({ text: 'Today', media, ...overrides }, settings));
    expect(await verify(never, attempt)).toMatchObject({ status: 'repeatable' });
    const same = await publish(world.request({ text: 'Today', media }, inChannels('food')));
    expect(await verify(never, attempt)).toMatchObject({ status: 'found', published: { id: same.id } });
  });

  it('is left to a person when another has the same text in no channel of the post, once keys are old', async () => {
    const never = world.request({ text: 'Today' }, inChannels('food'));
    const attempt = await world.lose(never, 'reset_before');
    const other = await publish(world.request({ text: 'Today' }));
    nowMs += 11 * MINUTE;
    expect(await verify(never, attempt)).toMatchObject({
      status: 'unknown',
      reason: expect.stringContaining(other.id),
    });
    const isTaken = ({ id }: { id: string }): boolean => id === other.id;
    expect(await verify(never, { ...attempt, isTaken })).toMatchObject({ status: 'absent' });
  });

  it('is left to a person when the account has made too many casts since', async () => {
    const lost = world.request();
    const attempt = await world.lose(lost, 'reset_before');
    world.network.fill(world.account, 1501);
    expect(await verify(lost, attempt)).toMatchObject({
      status: 'unknown',
      reason: expect.stringContaining('more than 1500 casts'),
    });
  });
});

describe('a reply whose answer was lost', () => {
  it('is found by what it answers, not by its text alone', async () => {
    const root = await publish(world.request({ text: 'One' }, inChannels('food')));
    const other = await publish(world.request({ text: 'Other' }));
    const lost = world.request({ text: 'Yes', root, parent: root });
    const attempt = await world.lose(lost, 'reset_before');
    await publish(world.request({ text: 'Yes', root: other, parent: other }));
    expect(await verify(lost, attempt)).toMatchObject({ status: 'repeatable' });
    const again = await world.lose(world.request({ ...lost, text: 'Yes' }));
    const reply = world.live().at(-1);
    expect(reply?.parent?.hash).toBe(root.id);
    expect(await verify(lost, again)).toMatchObject({ status: 'found', published: { id: reply?.hash } });
  });
});

describe('casts to several channels, one of whose answers was lost', () => {
  it('are repeated from the first that is missing, also when keys are no longer trusted', async () => {
    const request = world.request({}, inChannels('food', 'art', 'tea'));
    const attempt = await world.lose(request, 'reset_before', 1);
    expect(world.live().map(({ channel }) => channel?.id)).toEqual(['food']);
    nowMs += 11 * MINUTE;
    expect(await verify(request, attempt)).toEqual({
      status: 'repeatable',
      evidence: '1 of the 3 casts are published',
      afterMs: 2 * MINUTE,
    });
    await provider.publish(request, attempt.prepared, world.context);
    expect(world.live().map(({ channel }) => channel?.id)).toEqual(['food', 'art', 'tea']);
    const hashes = world.live().map(({ hash }) => hash);
    expect(await verify(request, attempt)).toMatchObject({
      status: 'found',
      published: { id: hashes[0], ref: { hashes } },
    });
  });
});
