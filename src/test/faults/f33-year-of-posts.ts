import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../instance.ts';
import { mustEndAs } from './expect.ts';
import type { Fault } from './fault.ts';
import type { World } from './world.ts';

const DAY_MS = 86_400_000;
const YEAR_MS = 365 * DAY_MS;
/** The work of a start and its first pass of the reconciler is over by then. */
const SETTLING_MS = 20_000;

/**
 * How much an idle instance may grow meanwhile, apart from the noise of garbage collection and PostgreSQL's
 * own bookkeeping.
 */
const ALLOWED = { memoryMb: 40, diskMb: 8 } as const;

export const yearOfPosts: Fault = {
  id: 'F33',
  title:
    'Thousands of posts wait for dates within a year (--long: 100,000, and ten idle minutes); everything is restarted',
  promise:
    'a year of waiting posts: the restarted instance is ready as soon as an empty one, uses no more memory, and grows neither memory nor disk while it waits',
  async run(world) {
    const { client, random } = world;
    const empty = await startBoth(world);
    const count = world.long ? 100_000 : world.size(300, 3000);
    await client.createMany(count, () => ({ dueInMs: DAY_MS + random.between(0, YEAR_MS) }));
    await endBoth(world);
    const full = await startBoth(world);
    const idleMs = world.long ? 600_000 : world.size(15_000, 90_000);
    const [from, to] = await idle(world, idleMs);
    const now = await client.create({ dueInMs: 2000 });
    await eventually(
      'the one that is due is published',
      async () => (await world.network.ledger()).length > 0,
      60_000,
    );
    await mustEndAs(world, [now], 'published');
    world.bound({ words: '5 s after its date', by: (s) => s.dueMs + 5000 });
    world.note(
      `ready in ${(empty / 1000).toFixed(1)} s without posts, in ${(full / 1000).toFixed(1)} s with ${count}`,
    );
    world.note(
      `idle for ${idleMs / 1000} s: API and worker ${from.memoryMb.toFixed(0)} MB, then ${to.memoryMb.toFixed(0)} MB; the database ${from.diskMb.toFixed(1)} MB, then ${to.diskMb.toFixed(1)} MB`,
    );
    world.must(full < empty * 2 + 2000, `it was ready after ${full} ms, an empty one after ${empty} ms`);
    world.must(
      to.memoryMb - from.memoryMb < ALLOWED.memoryMb,
      `API and worker grew from ${from.memoryMb} to ${to.memoryMb} MB while nothing happened`,
    );
    world.must(
      to.diskMb - from.diskMb < ALLOWED.diskMb,
      `the database grew from ${from.diskMb} to ${to.diskMb} MB while nothing happened`,
    );
  },
};

/** An instance at one moment. */
interface Observed {
  readonly memoryMb: number;
  /** The instance's own database; Temporal's is shared with other runs. */
  readonly diskMb: number;
}

/** Milliseconds until API and worker are ready. */
async function startBoth({ processes }: World): Promise<number> {
  const began = performance.now();
  await Promise.all([processes.start('api'), processes.start('worker')]);
  return performance.now() - began;
}

async function endBoth({ processes }: World): Promise<void> {
  await Promise.all([processes.end('api'), processes.end('worker')]);
}

/**
 * Before and after it was left alone for this long; the first measurement comes when the work of a start is
 * over.
 */
async function idle(world: World, ms: number): Promise<[Observed, Observed]> {
  await sleep(SETTLING_MS);
  const before = await observe(world);
  await sleep(ms);
  return [before, await observe(world)];
}

async function observe({ processes, instance }: World): Promise<Observed> {
  const memoryMb = (['api', 'worker'] as const).reduce(
    (sum, role) => sum + (processes.memory(role)?.nowMb ?? 0),
    0,
  );
  const [row] = await instance.context.database.query<{ mb: number }>({
    name: 'faults-size',
    text: 'select (pg_database_size(current_database()) / 1e6)::float8 as mb',
  });
  return { memoryMb, diskMb: row?.mb ?? 0 };
}
