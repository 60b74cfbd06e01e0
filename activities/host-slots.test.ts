import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { ApplicationFailure } from '@temporalio/common';
import { buildPost, createOne, sql } from '../src/test/factories.ts';
import { insertChannel } from '../src/test/insert-channel.ts';
import { eventually, startInstance, type TestInstance } from '../src/test/instance.ts';
import { FAILURE } from '../temporal/contract/failures.ts';
import { SLOTS_PER_HOST, createHostSlots } from './host-slots.ts';

describe('a server that hangs', () => {
  let crier: TestInstance;
  const posts: Record<string, string> = {};
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    for (const host of ['hangs.example', 'answers.example']) {
      const channel = await insertChannel(crier, 'sandbox');
      await sql(crier, 'update integration set host = $2 where id = $1', [channel, host]);
      posts[host] = await createOne(crier, buildPost(channel));
    }
  });
  afterAll(() => crier?.stop());

  const part = (host: string): { postId: string; position: number } => ({
    postId: posts[host] ?? '',
    position: 0,
  });

  it('takes a part of the slots of its network, and its other posts come back one after the other', async () => {
    const slots = createHostSlots(crier.context.database, { name: 'Mastodon', hostOf: () => '' });
    const hanging = Promise.withResolvers<string>();
    let begun = 0;
    const work = (): Promise<string> => {
      begun++;
      return hanging.promise;
    };
    const refused: ApplicationFailure[] = [];
    // All come at the same instant, however busy this machine is.
    const clock = jest.spyOn(performance, 'now').mockReturnValue(performance.now());
    const running = Array.from({ length: SLOTS_PER_HOST + 10 }, () =>
      slots.run(part('hangs.example'), work).catch((error: unknown) => {
        refused.push(error as ApplicationFailure);
      }),
    );
    await eventually('each has a slot or is refused', () => begun + refused.length === running.length);
    clock.mockRestore();
    expect([begun, refused.length]).toEqual([SLOTS_PER_HOST, 10]);
    for (const failure of refused) {
      expect(failure).toMatchObject({ type: 'Unsent', nonRetryable: false });
      expect(failure.message).toBe('Nothing was sent (server_busy)');
    }
    expect(refused.map(({ nextRetryDelay }) => Math.round(Number(nextRetryDelay)))).toEqual(
      Array.from({ length: 10 }, (_, n) => 1000 + 20 * n),
    );
    // Posts to another server of the network find theirs, and a lookup always does.
    expect(await slots.run(part('answers.example'), () => Promise.resolve('published'))).toBe('published');
    expect(await slots.always(part('hangs.example'), () => Promise.resolve('found'))).toBe('found');
    hanging.resolve('late');
    await Promise.all(running);
    expect(await slots.run(part('hangs.example'), () => Promise.resolve('again'))).toBe('again');
    expect(
      await slots.run(part('hangs.example'), () => Promise.resolve('live'), FAILURE.stillProcessing),
    ).toBe('live');
  });

  it('of a network with one server for all asks for no slot', async () => {
    const slots = createHostSlots(crier.context.database, { name: 'Telegram' });
    const runs = Array.from({ length: 50 }, (_, n) =>
      slots.run(part('hangs.example'), () => Promise.resolve(n)),
    );
    expect(await Promise.all(runs)).toHaveLength(50);
  });
});
