import { afterEach, describe, expect, it } from '@jest/globals';
import { Rejected } from '../_kit/errors.ts';
import { startWorld, type World } from './fixtures/world.ts';

let world: World;
afterEach(() => world?.stop());

const poll = { question: 'Tea (green) or coffee?', options: ['Tea, with milk', 'Coffee'] };

describe.each(['profile', 'page'] as const)('a poll on a LinkedIn %s', (kind) => {
  it('stands below the text, and is open for three days unless a person chose otherwise', async () => {
    world = await startWorld(kind);
    await world.publish(world.request({ text: 'One' }, { poll }));
    await world.publish(world.request({ text: 'Two' }, { poll: { ...poll, duration: 'ONE_DAY' } }));
    const options = poll.options.map((text) => ({ text }));
    expect(world.live()).toMatchObject([
      { text: 'One', poll: { question: poll.question, options, settings: { duration: 'THREE_DAYS' } } },
      { text: 'Two', poll: { question: poll.question, options, settings: { duration: 'ONE_DAY' } } },
    ]);
  });

  it('is refused with the message of LinkedIn where an answer is too long', async () => {
    world = await startWorld(kind);
    const wrong = world.publish(world.request({}, { poll: { ...poll, options: ['x'.repeat(31), 'Tea'] } }));
    await expect(wrong).rejects.toBeInstanceOf(Rejected);
    await expect(wrong).rejects.toThrow('length must be between 1 and 30');
  });
});

describe('a poll on a LinkedIn page whose answer was lost', () => {
  it('is found by its text and its question', async () => {
    world = await startWorld('page');
    const request = world.request({ text: 'Vote' }, { poll });
    const attempt = await world.lose(request);
    expect(await world.provider.verify(request, attempt, world.context)).toMatchObject({ status: 'found' });
  });

  it.each([
    ['the same words with another question are not it', { poll: { ...poll, question: 'When?' } }, 'absent'],
    ['the same words without a poll are left to a person', {}, 'unknown'],
  ])('%s', async (_, settings, status) => {
    world = await startWorld('page');
    const request = world.request({ text: 'Vote' }, { poll });
    const attempt = await world.lose(request, 'reset_before');
    await world.publish(world.request({ text: 'Vote' }, settings));
    expect(await world.provider.verify(request, attempt, world.context)).toMatchObject({ status });
  });
});
