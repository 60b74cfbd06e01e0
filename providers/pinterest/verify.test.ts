/** What is found of a pin whose answer was lost. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Provider, PublishRequest, SentAttempt } from '../_kit/contract.ts';
import { publishUntilLive } from '../_kit/test-harness.ts';
import { startWorld, type World } from './fixtures/world.ts';
import { pinterest as provider } from './index.ts';

let world: World;
beforeEach(async () => void (world = await startWorld()));
afterEach(() => world.stop());

const verify = (request: PublishRequest, attempt: SentAttempt): ReturnType<Provider['verify']> =>
  provider.verify(request, attempt, world.context);

describe('a pin whose answer was lost', () => {
  it('is found on its board by its text', async () => {
    const lost = world.request({ text: 'What  we\ncook' }, { title: 'Menu', link: 'https://cafe.example' });
    const attempt = await world.lose(lost);
    await publishUntilLive(provider, world.request({ text: 'Another one' }), world.context);
    const [pin] = world.live();
    expect(await verify(lost, attempt)).toEqual({
      status: 'found',
      byWords: true,
      published: { id: pin?.id, url: `https://www.pinterest.com/pin/${pin?.id}/`, ref: { id: pin?.id } },
    });
  });

  it('is found behind a page of others', async () => {
    const lost = world.request({ text: 'Behind the others' });
    const attempt = await world.lose(lost);
    const { id } = world.live()[0] ?? {};
    world.network.fill(world.board, 250);
    expect(await verify(lost, attempt)).toMatchObject({ status: 'found', published: { id } });
  });

  it('is not one that had the same text before, nor one of another post', async () => {
    await publishUntilLive(provider, world.request({ text: 'Every week' }), world.context);
    const never = world.request({ text: 'Every week' });
    const attempt = await world.lose(never, 'reset_before');
    expect(await verify(never, attempt)).toMatchObject({ status: 'absent' });
    const other = await publishUntilLive(provider, world.request({ text: 'Every week' }), world.context);
    expect(await verify(never, attempt)).toMatchObject({ status: 'found', published: { id: other.id } });
    const isTaken = ({ id }: { id: string }): boolean => id === other.id;
    expect(await verify(never, { ...attempt, isTaken })).toMatchObject({ status: 'absent' });
  });

  it.each([
    ['another title', { title: 'Dinner at nine, and other things' }, 'absent'],
    ['another link, which may be a short one', { link: 'https://cafe.example/dinner' }, 'unknown'],
  ])('is not taken for one with %s', async (_, other, status) => {
    const settings = { title: 'Lunch', link: 'https://cafe.example/lunch' };
    const never = world.request({ text: 'Today' }, settings);
    const attempt = await world.lose(never, 'reset_before');
    await publishUntilLive(
      provider,
      world.request({ text: 'Today' }, { ...settings, ...other }),
      world.context,
    );
    expect(await verify(never, attempt)).toMatchObject({ status });
  });

  it('is not one that was there long before the call', async () => {
    let now = Date.now() - 3_600_000;
    const slow = await startWorld({ now: () => new Date(now) });
    const never = slow.request({ text: 'Old' });
    const attempt = await slow.lose(never, 'reset_before');
    await publishUntilLive(provider, slow.request({ text: 'Old' }), slow.context);
    expect(await provider.verify(never, attempt, slow.context)).toMatchObject({ status: 'absent' });
    now += 3_600_000;
    const live = await publishUntilLive(provider, slow.request({ text: 'Old' }), slow.context);
    expect(await provider.verify(never, attempt, slow.context)).toMatchObject({
      status: 'found',
      published: { id: live.id },
    });
    await slow.stop();
  });

  it('is left to a person on a board with more pins than can be looked through', async () => {
    const lost = world.request({ text: 'Far down' });
    const attempt = await world.lose(lost, 'reset_before');
    world.network.fill(world.board, 5001);
    expect(await verify(lost, attempt)).toMatchObject({
      status: 'unknown',
      reason: expect.stringContaining('more than 5000 pins'),
    });
  });
});
