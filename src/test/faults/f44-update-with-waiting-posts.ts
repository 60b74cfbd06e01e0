import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { publishWorkflowId } from '../../../temporal/contract/publish-post.ts';
import { childEnv } from '../../platform/config/config.ts';
import { eventually } from '../instance.ts';
import { mustEndAs } from './expect.ts';
import type { Submission } from './client.ts';
import type { Fault } from './fault.ts';
import { buildOlderReleases } from './workflow-builds.ts';
import type { World } from './world.ts';

const MAIN = resolve('src/run/main.ts');
const GRACE_MS = 50_000;
/** A busy machine publishes this many in a second. */
const PER_SECOND = 15;
/** A worker starts and ends. */
const RELEASE_MS = 20_000;
/** The backups, and the replay of all. */
const STARTS_MS = 60_000;
/**
 * How many show how long it takes to create one; with this margin, since each run also takes its first step.
 */
const MEASURED = 20;
const MARGIN = 2;
const DAY_MS = 86_400_000;
const LATE_MS = 300_000;
const KEPT_BACKUPS = 3;

export const updateWithWaitingPosts: Fault = {
  id: 'F44',
  title:
    'A newer version is started on the data of older ones, whose workflow code has begun 10,000 waiting posts (--runs N: this many)',
  promise:
    'an update with 10,000 waiting posts of every older workflow code: backed up, replayed, and all published; with code that cannot continue them no worker starts, and an older version refuses the data',
  async run(world) {
    const { client, processes, random } = world;
    const builds = await buildOlderReleases();
    try {
      await processes.start('api');
      const count = world.runs ?? world.size(100, 10_000);
      const spanMs = (count / PER_SECOND) * 1000;
      const measured = await measureCreating(world);
      const restMs = count * measured.msEach * MARGIN + builds.cacheDirs.size * RELEASE_MS + STARTS_MS;
      const beginMs = Date.now() + restMs;
      const dueInMs = (): number => beginMs - Date.now() + random.between(0, spanMs);
      for (const [n, [commit, cacheDir]] of [...builds.cacheDirs].entries()) {
        const [from, to] = [n, n + 1].map((part) => Math.floor((count * part) / builds.cacheDirs.size));
        const share = (to ?? 0) - (from ?? 0) - (n === 0 ? measured.posts.length : 0);
        await begin(world, { commit, cacheDir }, () =>
          client.createMany(share, () => ({ dueInMs: dueInMs() })),
        );
      }
      world.note(`${count} posts were begun by the code of ${[...builds.cacheDirs.keys()].join(', ')}`);
      await mustRefuse(world, { count, cacheDir: builds.forgetful });
      await mustBackUp(world);
      await mustRefuseOlder(world);
      const startedMs = Date.now();
      await processes.start('worker', { graceMs: GRACE_MS });
      mustHaveReplayed(world, { count, ms: Date.now() - startedMs });
      world.must(Date.now() < beginMs, 'the first were due before the new version had started');
      // A message to a run of older code is taken by the newer one.
      for (const post of measured.posts) await client.move(post, beginMs + spanMs - post.dueMs);
      world.bound({ words: `${LATE_MS / 1000} s late`, by: (s) => s.dueMs + LATE_MS });
      await eventually(
        'all are published',
        async () => (await world.network.ledger()).length >= count,
        beginMs - Date.now() + spanMs + 300_000,
      );
      await world.settle();
      await mustEndAs(world, client.submissions, 'published');
    } finally {
      builds.remove();
    }
  },
};

async function measureCreating({ client }: World): Promise<{ posts: Submission[]; msEach: number }> {
  const from = performance.now();
  const posts = await client.createMany(MEASURED, () => ({ dueInMs: DAY_MS }));
  return { posts, msEach: (performance.now() - from) / MEASURED };
}

/** Creates posts while a worker of this release runs, until each of their runs has taken its first step. */
async function begin(
  world: World,
  { commit, cacheDir }: { commit: string; cacheDir: string },
  create: () => Promise<unknown>,
): Promise<void> {
  const { processes, instance, client } = world;
  const name = `worker-${commit}`;
  const before = client.submissions.length;
  await processes.start(
    'worker',
    { graceMs: GRACE_MS, env: { CRIER_CACHE_DIR: cacheDir, CRIER_REPLAY_CHECK: 'false' } },
    name,
  );
  await create();
  const groups = await instance.context.database.query<{ id: string }>(
    { name: 'faults-groups-of', text: 'select distinct post_group_id as id from post where id = any($1)' },
    [client.submissions.slice(before).map(({ postId }) => postId)],
  );
  const look = async (): Promise<void> => {
    for (let group = groups.pop(); group; group = groups.pop()) {
      const { id } = group;
      await eventually(`the run of ${id} has begun`, () => hasBegun(world, id), 120_000);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, look));
  await processes.end(name);
}

const AT_ONCE = 8;
/** Started, a first task scheduled, begun and completed. */
const FIRST_EVENTS = 4;

async function hasBegun({ instance }: World, groupId: string): Promise<boolean> {
  return instance.context.temporal.workflow
    .getHandle(publishWorkflowId(groupId))
    .describe()
    .then(
      ({ historyLength }) => historyLength > FIRST_EVENTS,
      () => false,
    );
}

/** The error of a program of this version that ends by itself. */
async function refusalOf(
  { instance }: World,
  role: string,
  env: Record<string, string> = {},
): Promise<string> {
  const child = spawn(process.execPath, [MAIN, role], {
    env: childEnv({ ...instance.env, ...env, LOG_LEVEL: 'silent', NODE_OPTIONS: '' }),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  return code === 0 ? '' : said;
}

async function mustRefuse(
  world: World,
  { count, cacheDir }: { count: number; cacheDir: string },
): Promise<void> {
  const startedMs = Date.now();
  const said = await refusalOf(world, 'worker', { CRIER_CACHE_DIR: cacheDir });
  const [message = '', broken = '', open = ''] =
    /([\d,]+) of ([\d,]+) waiting runs would not continue .*?; not started/s.exec(said) ?? [];
  const numberOf = (digits: string): number => Number(digits.replaceAll(',', ''));
  world.must(
    numberOf(broken) >= count && numberOf(open) >= count,
    `with code that cannot continue them the worker said: ${said.slice(-1000)}`,
  );
  world.note(
    `after ${Math.round((Date.now() - startedMs) / 1000)} s: ${message.slice(0, 160)}…; not started`,
  );
}

/** The data of the version before the last migration are backed up before they are changed; four times. */
async function mustBackUp(world: World): Promise<void> {
  const { instance } = world;
  const backups = (): string[] => readdirSync(join(instance.dataDir, 'backups')).sort();
  for (let n = 0; n <= KEPT_BACKUPS; n++) {
    const before = n ? backups() : [];
    await instance.context.database.orm.migrator.down();
    const said = await refusalOf(world, 'migrate');
    const after = backups();
    world.must(said === '', `the migration said: ${said}`);
    world.must(
      after.some((name) => !before.includes(name)),
      'no backup was made before the tables were changed',
    );
    await sleep(1100); // they are named by the second
  }
  world.must(
    backups().length === KEPT_BACKUPS,
    `${backups().length} backups were kept: ${backups().join(', ')}`,
  );
}

/** A version does not know a migration of a newer one. */
async function mustRefuseOlder(world: World): Promise<void> {
  const { database } = world.instance.context;
  const name = 'Migration29990101000000';
  await database.query({ name: 'faults-newer', text: 'insert into migration (name) values ($1)' }, [name]);
  const said = await refusalOf(world, 'migrate');
  await database.query({ name: 'faults-newer-gone', text: 'delete from migration where name = $1' }, [name]);
  world.must(
    said.includes('written by a newer version') && said.includes(name) && said.includes('restore FILE'),
    `an older version said: ${said}`,
  );
}

function mustHaveReplayed(world: World, { count, ms }: { count: number; ms: number }): void {
  const line = world.processes
    .log('worker')
    .split('\n')
    .find((one) => one.includes('go on with this version'));
  const { open = 0, replayed = 0 } = line ? (JSON.parse(line) as { open: number; replayed: number }) : {};
  world.must(open >= count && replayed > 0, `the new worker looked at ${open} runs and replayed ${replayed}`);
  world.note(
    `the new worker was ready after ${Math.round(ms / 1000)} s: it looked at ${open} runs and replayed ${replayed}`,
  );
}
