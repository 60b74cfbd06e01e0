import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createRecorder } from '../../src/test/oracles/exchange.ts';
import { testAgainst } from '../../src/test/oracles/test-against.ts';
import { xOracle } from '../../src/test/oracles/x.ts';
import type { PublishRequest, SentAttempt, VerifyResult } from '../_kit/contract.ts';
import { pngFile } from '../_kit/test-harness.ts';
import { startWorld, type World } from './fixtures/world.ts';
import { x as provider } from './index.ts';

const recorder = createRecorder();
let world: World;
beforeEach(async () => void (world = await startWorld({ recorder, limits: { duplicateSeconds: 0 } })));
afterEach(() => world.stop());

const poll = { options: ['Tea, with milk', 'Coffee'] };
const newest = () => world.live().at(-1);
const verify = (request: PublishRequest, attempt: SentAttempt): Promise<VerifyResult> =>
  provider.verify(request, attempt, world.context);

describe('a poll on X', () => {
  it('is open for a day, or for as long as a person chose, and stands in the first part alone', async () => {
    const root = await world.publish(world.request({}, { poll }));
    await world.publish(world.request({ root, parent: root }, { poll }));
    await world.publish(world.request({}, { poll: { ...poll, duration_minutes: 60 } }));
    expect(world.live().map((post) => post.poll)).toEqual([
      { id: expect.any(String), options: poll.options, minutes: 1440 },
      null,
      { id: expect.any(String), options: poll.options, minutes: 60 },
    ]);
  });

  it('is found again after a lost answer; the same words without a poll are left to a person', async () => {
    const request = world.request({ text: 'Which?' }, { poll });
    const found = await verify(request, await world.lose(request));
    expect(found).toMatchObject({ status: 'found', published: { id: newest()?.id } });
    await provider.remove?.(world.channel, { id: newest()?.id ?? '', url: null, ref: null }, world.context);
    const gone = await world.lose(request, 'reset_before');
    await world.publish(world.request({ text: 'Which?' }));
    expect(await verify(request, gone)).toMatchObject({ status: 'unknown' });
  });

  it('is refused by the stand-in beside a file', async () => {
    const wrong = world.publish(world.request({ media: [pngFile()] }, { poll }));
    await expect(wrong).rejects.toThrow('mutually exclusive');
  });
});

describe('a quote on X', () => {
  it.each(['https://x.com/ada/status/ID', 'https://twitter.com/ada/status/ID?s=20', 'ID'])(
    'is of the post that a person named: %s',
    async (form) => {
      const quoted = await world.publish(world.request());
      await world.publish(world.request({ text: 'Look' }, { quote: form.replace('ID', quoted.id) }));
      expect(newest()).toMatchObject({ text: 'Look', quoted: quoted.id });
    },
  );

  it('is found again after a lost answer, and the same words about another post are not', async () => {
    const [one, other] = [await world.publish(world.request()), await world.publish(world.request())];
    const request = world.request({ text: 'Look' }, { quote: one.id });
    const attempt = await world.lose(request);
    const { id } = newest() ?? {};
    await world.publish(world.request({ text: 'Look' }, { quote: other.id }));
    expect(await verify(request, attempt)).toMatchObject({ status: 'found', published: { id } });
  });

  it('is refused with the message of X where the author allows none', async () => {
    const quoted = await world.publish(world.request());
    world.network.arm({ refusesQuotes: true });
    await expect(world.publish(world.request({}, { quote: quoted.id }))).rejects.toThrow(
      'Quoting this post is not allowed',
    );
  });
});

describe('people who are tagged on X', () => {
  it('are found by their names, whose case does not matter', async () => {
    const { id } = world.network.createAccount({ username: 'Grace_H' });
    await world.publish(world.request({ media: [pngFile()] }, { tagged_people: ['@grace_h'] }));
    expect(newest()).toMatchObject({ tagged: [id] });
  });

  it('stop the post before it is sent if X does not know them', async () => {
    const tag = (...names: string[]) =>
      world.publish(world.request({ media: [pngFile()] }, { tagged_people: names }));
    await expect(tag('nobody_here')).rejects.toThrow('Could not find user with usernames: [nobody_here]');
    await expect(tag('ada', 'nobody_here')).rejects.toThrow(
      'X has no account @nobody_here that can be tagged',
    );
    expect(world.live()).toEqual([]);
  });
});

testAgainst(xOracle, recorder);
