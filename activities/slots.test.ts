import { describe, expect, it } from '@jest/globals';
import { createSlots } from './slots.ts';

const TOOK_MS = 100;

describe('who finds no slot at a server', () => {
  /** When those that wait may come back, after one was busy with the server for a while. */
  const turns = async (paced: boolean): Promise<number[]> => {
    const slots = createSlots(1, { paced });
    let end = (): void => undefined;
    const never = () => new Error('a slot was free');
    const held = slots.run('a', () => new Promise<void>((done) => (end = done)), never);
    await slots.always('a', () => new Promise((done) => setTimeout(done, TOOK_MS)));
    const found: number[] = [];
    const note = (backMs: number): Error => {
      found.push(performance.now() + backMs);
      return new Error('busy');
    };
    for (let n = 0; n < 4; n++) {
      await slots.run('a', () => Promise.resolve(), note).catch(() => undefined);
    }
    end();
    await held;
    return found;
  };

  it('comes back one after the other', async () => {
    const found = await turns(false);
    expect(found.slice(1).every((at, n) => at > (found[n] ?? 0))).toBe(true);
  });

  it('comes back no faster than the server answers, where it is paced', async () => {
    const [first = 0, , , last = 0] = await turns(true);
    expect(last - first).toBeGreaterThan(2 * TOOK_MS);
  });
});
