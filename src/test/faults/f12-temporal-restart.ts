import type { Fault } from './fault.ts';
import type { World } from './world.ts';

/** Kills Temporal while posts wait; some come due while it is away, some afterwards. */
export async function restartTemporal(
  world: World,
  { downMs, createMeanwhile, withinMs }: { downMs: number; createMeanwhile: number; withinMs: number },
): Promise<void> {
  const { client, processes, random } = world;
  await processes.start('api');
  await processes.start('worker');
  const aroundReturn = downMs + 8000;
  for (let i = world.size(20, 200); i > 0; i--) {
    await client.create({ dueInMs: random.between(4000, aroundReturn + 12_000) });
  }
  const back = world.stack().restartTemporal(downMs);
  await new Promise((next) => setTimeout(next, 500));
  for (let i = createMeanwhile; i > 0; i--) await client.create({ dueInMs: random.between(0, aroundReturn) });
  await back;
  const returned = Date.now();
  world.bound({
    words: `on time, or ${withinMs / 1000} s after Temporal is back`,
    by: (s) => Math.max(s.dueMs, returned) + withinMs,
  });
}

export const temporalRestart: Fault = {
  id: 'F12',
  title: 'SIGKILL and restart of Temporal while posts wait',
  promise:
    'Temporal killed and restarted while posts wait: they are published on time, or soon after it is back',
  breaksServers: true,
  run: (world) =>
    restartTemporal(world, { downMs: world.size(1000, 3000), createMeanwhile: 0, withinMs: 10_000 }),
};
