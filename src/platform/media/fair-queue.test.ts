import { describe, expect, it } from '@jest/globals';
import { setImmediate as immediate } from 'node:timers/promises';
import { createFairQueue, QueueFull, type FairQueue } from './fair-queue.ts';

/** Work that ends when the test lets it, and the order in which it began. */
function startWork(queue: FairQueue): {
  readonly begun: string[];
  ask(name: string, signal?: AbortSignal): Promise<string>;
  endAll(): Promise<void>;
} {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  return {
    begun,
    ask: (name, signal) =>
      queue({ owner: name.slice(0, 1), signal }, async () => {
        begun.push(name);
        await new Promise<void>((resolve) => ends.push(resolve));
        if (name.endsWith('!')) throw new Error(`${name} failed`);
        return name;
      }),
    async endAll() {
      for (let end = ends.shift(); end; end = ends.shift()) {
        end();
        await immediate();
      }
    },
  };
}

describe('a queue that several organisations share', () => {
  it('serves them in turn, one piece of work at a time, however much one of them has asked for', async () => {
    const { begun, ask, endAll } = startWork(createFairQueue(5));
    const asked = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map((name) => ask(name));
    await immediate();
    expect(begun).toEqual(['a1']);
    await endAll();
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
    expect(await Promise.all(asked)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']);
  });

  it('goes on after work that failed, and after it had nothing to do', async () => {
    const { begun, ask, endAll } = startWork(createFairQueue(5));
    const failed = expect(ask('a1!')).rejects.toThrow('a1! failed');
    const next = ask('b1');
    await endAll();
    await failed;
    expect(await next).toBe('b1');
    const later = ask('a2');
    await endAll();
    expect([await later, begun]).toEqual(['a2', ['a1!', 'b1', 'a2']]);
  });

  it('refuses who has too much waiting, and nobody else', async () => {
    const { ask, endAll } = startWork(createFairQueue(2));
    const taken = ['a1', 'a2', 'a3', 'b1'].map((name) => ask(name));
    await expect(ask('a4')).rejects.toBeInstanceOf(QueueFull);
    await endAll();
    expect(await Promise.all(taken)).toEqual(['a1', 'a2', 'a3', 'b1']);
    const again = ask('a5');
    await endAll();
    expect(await again).toBe('a5');
  });

  it('lets go of who no longer waits', async () => {
    const { begun, ask, endAll } = startWork(createFairQueue(1));
    const first = ask('a1');
    const stop = new AbortController();
    const gone = expect(ask('a2', stop.signal)).rejects.toThrow('the worker is stopped');
    stop.abort(new Error('the worker is stopped'));
    await gone;
    const next = ask('a3');
    await endAll();
    expect([await first, await next, begun]).toEqual(['a1', 'a3', ['a1', 'a3']]);
  });
});
