/** Shared by the faults that kill a worker in the middle of a publish. */
import type { FaultPointName } from '../../platform/fault-point.ts';
import type { Wish } from './client.ts';
import type { World } from './world.ts';

/** After a death: heartbeat timeout (8 s) and first retry (2 s). */
const TAKEOVER_MS = 10_000;

/**
 * Posts due at about the same second; the worker is killed at the fault point, once in the short selection
 * and three times by hand.
 */
export async function killWorkerAt(
  world: World,
  faultPoint: FaultPointName,
  { extraMs = 0, ...wish }: Partial<Wish> & { extraMs?: number } = {},
): Promise<void> {
  const kills = world.size(1, 3);
  await world.processes.start('api');
  await world.processes.start('worker', { faultPoint, kills });
  // Each life of the worker has its own posts to die of.
  for (let life = 1; life <= kills; life++) {
    for (let i = world.size(5, 20); i > 0; i--) {
      await world.client.create({ ...wish, dueInMs: 2000 + world.random.between(0, 1000) });
    }
    await world.processes.backAgain('worker', life);
  }
  const deaths = world.processes.deaths('worker');
  world.must(
    deaths.length === kills,
    `the worker was to die ${kills} times at ${faultPoint} and died ${deaths.length} times`,
  );
  const down = deaths.reduce((sum, d) => sum + (d.backMs ?? d.endedMs) - d.endedMs, 0);
  world.bound({
    words: `restart + ${(kills * TAKEOVER_MS + extraMs) / 1000} s`,
    by: (s) => s.dueMs + down + kills * TAKEOVER_MS + extraMs,
  });
}
