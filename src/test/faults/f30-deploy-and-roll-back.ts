import { setTimeout as sleep } from 'node:timers/promises';
import { publishWorkflowId } from '../../../temporal/contract/publish-post.ts';
import { eventually } from '../instance.ts';
import type { Submission } from './client.ts';
import type { Fault } from './fault.ts';
import { mustEndAs } from './expect.ts';
import { buildReleases, type Release } from './workflow-builds.ts';
import type { World } from './world.ts';

/** Two workers are replaced one after the other; a process needs some seconds to load. */
const RELEASES: readonly (Release | 'this')[] = ['this', 'knows', 'changed', 'knows', 'changed'];
const PAUSE_MINUTES = 0.2;
/** The time that a deploy allows. */
const GRACE_MS = 50_000;
/** A busy machine is given time to load two workers. */
const LATE_MS = 30_000;

export const deployAndRollBack: Fault = {
  id: 'F30',
  title:
    'New workflow code is deployed while thousands of posts wait and come due, rolled back, and deployed again; two workers, one replaced after the other',
  promise:
    'new workflow code, a rollback, and the new code again, while posts wait and threads are between two parts: no run fails, everything is published once',
  async run(world) {
    const { client, processes, random } = world;
    const builds = await buildReleases();
    try {
      await processes.start('api');
      const loadingMs = performance.now();
      for (const name of ['a', 'b']) {
        await processes.start('worker', { graceMs: GRACE_MS }, `worker-${name}-0`);
      }
      const waiting = world.long ? 10_000 : world.size(60, 1500);
      // Posts come due under each release, however long a machine takes to load its workers.
      const stepMs = world.size(4000, 9000) + (performance.now() - loadingMs);
      const spanMs = RELEASES.length * 2 * stepMs;
      const beginMs = Date.now() + waiting * 25 + 5000;
      await client.createMany(waiting, () => ({ dueInMs: beginMs - Date.now() + random.between(0, spanMs) }));
      const threads = await client.createMany(world.size(10, 60), () => ({
        dueInMs: beginMs - Date.now() + random.between(0, spanMs),
        parts: 3,
        delayMinutes: PAUSE_MINUTES,
      }));
      const createdMs = Date.now();
      await sleep(Math.max(0, beginMs - Date.now()));
      for (const [step, release] of RELEASES.entries()) {
        if (step > 0) {
          await replaceWorkers(world, step, release === 'this' ? undefined : builds.cacheDirs[release]);
        }
        await sleep(stepMs);
      }
      world.bound({
        words: `on time, or ${LATE_MS / 1000} s late`,
        by: (s) => Math.max(s.dueMs, createdMs) + LATE_MS,
      });
      await eventually(
        'the threads are published',
        async () => (await world.network.ledger()).length >= waiting + threads.length * 3,
        spanMs + 240_000,
      );
      await mustEndAs(world, client.submissions, 'published');
      await mustNotBeConfused(world, {
        submissions: [...threads, ...client.submissions.slice(0, world.size(60, 300))],
        workers: RELEASES.flatMap((_, step) => ['a', 'b'].map((name) => `worker-${name}-${step}`)),
      });
    } finally {
      for (const name of ['a', 'b']) await processes.end(`worker-${name}-${RELEASES.length - 1}`);
      builds.remove();
    }
  },
};

async function replaceWorkers(
  { processes }: World,
  step: number,
  cacheDir: string | undefined,
): Promise<void> {
  for (const name of ['a', 'b']) {
    await processes.start(
      'worker',
      { graceMs: GRACE_MS, ...(cacheDir ? { env: { CRIER_CACHE_DIR: cacheDir } } : {}) },
      `worker-${name}-${step}`,
    );
    await processes.end(`worker-${name}-${step - 1}`);
  }
}

/** No workflow task of a run failed, and no worker reported a history that its code does not fit. */
export async function mustNotBeConfused(
  world: World,
  { submissions, workers }: { submissions: readonly Submission[]; workers: readonly string[] },
): Promise<void> {
  const { instance, processes } = world;
  const groups = await instance.context.database.query<{ id: string }>(
    { name: 'faults-groups', text: 'select distinct post_group_id as id from post where id = any($1)' },
    [submissions.map((s) => s.postId)],
  );
  let [failures, patched] = [0, 0];
  for (const { id } of groups) {
    const { events } = await instance.context.temporal.workflow
      .getHandle(publishWorkflowId(id))
      .fetchHistory();
    failures += (events ?? []).filter((e) => e.workflowTaskFailedEventAttributes).length;
    patched += (events ?? []).some((e) => e.markerRecordedEventAttributes) ? 1 : 0;
  }
  const complaints = workers
    .map((name) => processes.log(name))
    .join('')
    .match(/[Nn]on-?[Dd]etermini\w*|TMPRL1100/g);
  world.must(failures === 0, `${failures} workflow tasks failed`);
  world.must(complaints === null, `workers complained of non-determinism ${complaints?.length ?? 0} times`);
  world.must(patched > 0, 'no run went the new way: nothing was tried');
  world.note(
    `${groups.length} histories read: ${patched} went the new way, ${groups.length - patched} the old one, ${failures} workflow tasks failed`,
  );
}
