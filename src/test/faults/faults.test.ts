/**
 * The faults that every push must survive: a kill after a commit and after a send, and a Temporal that has
 * lost everything. Lost answers and cut connections are proved by the contract of each network and the tests
 * of the ledger; all faults run every night (`npm run nightly`), or by `npm run faults -- all`.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { faults } from './catalogue.ts';
import { startLanes } from './lanes.ts';
import type { Outcome } from './run-fault.ts';

const SELECTION = ['F2', 'F6', 'F14'];

describe('the promises under faults', () => {
  const selected = faults.filter((f) => SELECTION.includes(f.id));
  const seed = process.env.CRIER_TEST_SEED ?? randomUUID().slice(0, 8);
  const running = new Set<() => Promise<void>>();
  let outcomes: ReadonlyMap<string, Promise<Outcome>>;
  beforeAll(() => {
    outcomes = startLanes(selected, { seed, running, short: true, jobs: 3, say: () => undefined });
  });
  afterAll(async () => {
    await Promise.allSettled([...running].map((stop) => stop()));
  }, 60_000);

  it.each(selected)(
    '$id: $promise',
    async ({ id }) => {
      const outcome = await outcomes.get(id);
      // The logs show why something is broken.
      expect({ seed, broken: outcome?.broken, logs: outcome?.logs }).toEqual({
        seed,
        broken: [],
        logs: null,
      });
    },
    600_000,
  );
});
