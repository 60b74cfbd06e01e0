import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../instance.ts';
import { mustEndAs } from './expect.ts';
import { mustNotBeConfused } from './f30-deploy-and-roll-back.ts';
import type { Fault } from './fault.ts';
import { buildReleases, type Release } from './workflow-builds.ts';
import type { World } from './world.ts';

/** Two workers of a release that knows the next one's new step; then each of these replaces the older one. */
const BEFORE: Release = 'knows';
const COMING: readonly Release[] = ['changed', 'changed', 'knows', 'knows'];
const POSTS = 300;
const THREADS = 20;
const GRACE_MS = 50_000;
const LATE_MS = 30_000;
/** For so long two workers of different code share the work. */
const STEP_MS = 12_000;
/** A worker needs some seconds to load. */
const SPAN_MS = (COMING.length + 1) * (STEP_MS + 6000);

export const twoReleases: Fault = {
  id: 'F30b',
  title:
    'Two workers of different code side by side while 300 posts wait and come due: a rolling deploy forward, and back',
  promise:
    'two workers of different code at the same time, forward and back, with 300 posts waiting: no run fails, everything is published once',
  async run(world) {
    const { client, processes, random } = world;
    const builds = await buildReleases();
    const started: string[] = [];
    const running: string[] = [];
    const start = async (release: Release): Promise<void> => {
      const name = `worker-${started.length}-${release}`;
      const env = { CRIER_CACHE_DIR: builds.cacheDirs[release] };
      await processes.start('worker', { graceMs: GRACE_MS, env }, name);
      started.push(name);
      running.push(name);
    };
    try {
      await processes.start('api');
      const beginMs = Date.now() + POSTS * 25 + 15_000;
      const dueInMs = (): number => beginMs - Date.now() + random.between(0, SPAN_MS);
      await client.createMany(POSTS - THREADS, () => ({ dueInMs: dueInMs() }));
      // Between two parts, a run may go from one worker to the other.
      await client.createMany(THREADS, () => ({ dueInMs: dueInMs(), parts: 3, delayMinutes: 0.2 }));
      for (const release of [BEFORE, BEFORE]) await start(release);
      await sleep(Math.max(0, beginMs - Date.now()));
      for (const release of COMING) {
        await start(release);
        await processes.end(running.shift() ?? '');
        await sleep(STEP_MS);
      }
      await mustBePublished(world);
      await mustNotBeConfused(world, { submissions: client.submissions, workers: started });
    } finally {
      for (const name of running) await processes.end(name);
      builds.remove();
    }
  },
};

async function mustBePublished(world: World): Promise<void> {
  const { client, network } = world;
  world.bound({ words: `on time, or ${LATE_MS / 1000} s late`, by: (s) => s.dueMs + LATE_MS });
  await eventually(
    'all are published',
    async () => (await network.ledger()).length >= client.submissions.length + THREADS * 2,
    240_000,
  );
  await mustEndAs(world, client.submissions, 'published');
}
