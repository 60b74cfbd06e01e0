import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Fault } from '../../src/test/networks/fault-front.ts';
import { OutcomeUnknown } from '../_kit/errors.ts';
import { pngFile, publishUntilLive } from '../_kit/test-harness.ts';
import { isPublish, prepared, startWorld, type World } from './fixtures/world.ts';
import { telegram as provider } from './index.ts';

let world: World;
afterEach(() => world.stop());

describe('an unknown outcome', () => {
  beforeEach(async () => void (world = await startWorld()));

  it('stays unknown, whether the message was published or not, and verifying changes nothing', async () => {
    const [taken, dropped] = [world.request(), world.request()];
    const attempts = [await world.lose(taken), await world.lose(dropped, 'reset_before')] as const;
    const before = world.network.messages();
    for (const [what, attempt] of [
      [taken, attempts[0]],
      [dropped, attempts[1]],
    ] as const) {
      expect(await provider.verify(what, attempt, world.context)).toMatchObject({
        status: 'unknown',
        reason: expect.stringContaining('does not let a bot read'),
      });
    }
    expect(world.network.messages()).toEqual(before);
    expect(before).toHaveLength(1);
  });

  it.each<Fault['kind']>(['truncated_after', 'garbage_after', 'reset_after'])(
    'results from %s',
    async (kind) => {
      await world.lose(world.request(), kind as 'reset_after');
      expect(world.live()).toHaveLength(1);
    },
  );

  it.each([
    ['hang_before', 0],
    ['hang_after', 1],
    ['drip_after', 1],
  ] as const)('results from a call that is cut off during %s', async (kind, sent) => {
    world.front.arm({ kind }, isPublish);
    const cutOff = { ...world.context, signal: AbortSignal.timeout(400) };
    await expect(provider.publish(world.request(), prepared(), cutOff)).rejects.toBeInstanceOf(
      OutcomeUnknown,
    );
    expect(world.live()).toHaveLength(sent);
  });

  it('results from a 2xx answer without a message', async () => {
    for (const body of [
      '{}',
      '{"ok":true}',
      '{"ok":true,"result":{}}',
      '{"ok":true,"result":[]}',
      '{"ok":false}',
      'null',
    ]) {
      world.front.arm({ kind: 'status', status: 200, body }, isPublish);
      await expect(provider.publish(world.request(), prepared(), world.context)).rejects.toBeInstanceOf(
        OutcomeUnknown,
      );
    }
  });

  it('results from an album that was partly sent', async () => {
    world.network.arm({ albumFailsAt: 3 });
    const refused = publishUntilLive(
      provider,
      world.request({ media: [pngFile(), pngFile(), pngFile()] }),
      world.context,
    );
    await expect(refused).rejects.toBeInstanceOf(OutcomeUnknown);
    await expect(refused).rejects.toThrow('failed to send message #3');
    expect(world.live()).toHaveLength(2);
  });
});
