import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PublishRequest, SentAttempt } from '../_kit/contract.ts';
import { startWorld, type World } from './fixtures/world.ts';
import { devto as provider } from './index.ts';

let world: World;
beforeAll(async () => void (world = await startWorld()));
afterAll(() => world.stop());

const verify = (request: PublishRequest, attempt: SentAttempt) =>
  provider.verify(request, attempt, world.context);
const idOf = ({ prepared }: SentAttempt): number => (prepared as { id: number }).id;

describe('an article whose answer was lost', () => {
  it('is found by its number, and is public once, however often it is sent again', async () => {
    const request = world.request();
    const attempt = await world.lose(request);
    const found = await verify(request, attempt);
    expect(found).toMatchObject({ status: 'found', published: { id: String(idOf(attempt)) } });
    const again = await provider.publish(request, attempt.prepared, world.context);
    expect(again).toEqual({ ...found, status: 'published' });
    const [live, ...others] = world.live().filter(({ title }) => title === request.settings.title);
    expect([live?.publications, others]).toEqual([1, []]);
  });

  it('is sent again when it never arrived', async () => {
    const request = world.request();
    const attempt = await world.lose(request, 'reset_before');
    expect(await verify(request, attempt)).toMatchObject({ status: 'repeatable' });
    await provider.publish(request, attempt.prepared, world.context);
    expect(await verify(request, attempt)).toMatchObject({ status: 'found' });
  });

  it('is found under another title, and behind a hundred drafts', async () => {
    const request = world.request();
    const attempt = await world.lose(request);
    world.network.edit(idOf(attempt), { title: 'Renamed' });
    for (let n = 0; n < 100; n++) await provider.prepare(world.request(), world.context);
    expect(await verify(request, attempt)).toMatchObject({ status: 'found' });
  });

  it('needs a person if a person has taken it back, or deleted it', async () => {
    const request = world.request();
    const attempt = await world.lose(request);
    world.network.edit(idOf(attempt), { published: false });
    expect(await verify(request, attempt)).toMatchObject({
      status: 'unknown',
      reason: expect.stringContaining('and then unpublished'),
    });
    world.network.delete(idOf(attempt));
    expect(await verify(request, attempt)).toMatchObject({
      status: 'unknown',
      reason: expect.stringContaining('no longer lists article'),
    });
  });
});
