/**
 * The old instance of a fault: its own PostgreSQL, which Crier reaches through a proxy, and what publishes
 * for it. A post is due every second.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { withPostgres } from '../../../platform/postgres-client.ts';
import { TEMPORAL_DATABASES } from '../../../run/embedded/temporal-config.ts';
import { registerSource, type SourceAccess } from '../../v1-source.ts';
import { idHere } from '../../id-here.ts';
import { holdTable } from '../../../test/hold-table.ts';
import { redis } from '../../../test/servers/redis.ts';
import { makeV1Source, type V1Source } from '../make-source.ts';
import { startV1Publisher, type V1Publisher } from '../publisher.ts';
import { startV1Scheduler, type SchedulerAge } from '../scheduler.ts';
import { startTcpProxy, type TcpProxy } from '../../../test/faults/tcp-proxy.ts';
import type { World } from '../../../test/faults/world.ts';
import { startOldDatabase } from './old-database.ts';

/** A running old instance. */
export interface OldInstance {
  readonly v1: V1Source;
  /** How Crier reaches it. */
  readonly access: SourceAccess;
  /** Between Crier and its database. */
  readonly proxy: TcpProxy;
  /** Between Crier and its Redis; v1 itself goes there directly. Null in the ages of Temporal. */
  readonly redisProxy: TcpProxy | null;
  /** What publishes for it, in its present life. */
  publisher(): V1Publisher;
  /** Its container is started again. */
  restartPublisher(): Promise<void>;
  /** How many posts it has sent, in all its lives. */
  sent(): number;
  /** SIGKILL of its database, which stays down for `downMs`; resolves when it answers. */
  restartDatabase(downMs: number): Promise<void>;
  /** Nobody can write to its posts until the returned function is called. */
  holdPosts(): Promise<() => Promise<void>>;
  stop(): Promise<void>;
}

/** How many posts wait, and where its files are. */
export interface OldPosts {
  readonly posts: number;
  readonly uploads?: string;
  readonly age: SchedulerAge;
  /** Whether Crier gets the URL of its Redis; a Temporal is always needed. */
  readonly isGiven: boolean;
}

const ORGANIZATIONS = 2;
/** By then everything has started. */
const FIRST_MS = 6000;
const EVERY_MS = 1000;
/** Twice as long as this for each, so that v1 is always publishing one when it is stopped. */
const TAKES_MS = 700;
/** A copy takes some seconds, so that it can be interrupted. */
const TAGS = 3000;
const ROWS_PER_SECOND = 1000;

/** Starts it with accounts on the network of the world, and has the checker know its posts. */
export async function startOldInstance(world: World, options: OldPosts): Promise<OldInstance> {
  const database = await startOldDatabase();
  const ends: (() => Promise<unknown>)[] = [database.stop];
  const stop = async (): Promise<void> => {
    for (const end of ends.splice(0).toReversed()) await end();
  };
  world.atEnd(stop);
  await redis.ensure(() => undefined);
  if (options.age !== 'queue') await commitSurely(world);
  const scheduler = await startV1Scheduler(options.age, serversOf(world));
  ends.push(() => scheduler.stop());
  const v1 = await makeV1Source(database.adminUrl, {
    age: scheduler.tables,
    organizations: ORGANIZATIONS,
    posts: options.posts,
    waiting: options.posts,
  });
  ends.push(() => v1.drop());
  await fillRows(world, v1);
  const posts = await datePosts(world, v1);
  const proxy = await startTcpProxy(new URL(v1.url).host);
  ends.push(() => proxy.stop());
  await scheduler.fill(v1);
  const { redis: redisUrl } = scheduler.access;
  const redisProxy = redisUrl ? await startTcpProxy(new URL(redisUrl).host) : null;
  if (redisProxy) ends.push(() => redisProxy.stop());
  const access = {
    source: v1.url.replace(new URL(v1.url).host, proxy.address),
    jwtSecret: v1.jwtSecret,
    uploads: options.uploads ?? null,
    ...(options.isGiven || options.age !== 'queue' ? scheduler.access : {}),
    ...(options.isGiven && redisUrl && redisProxy
      ? { redis: redisUrl.replace(new URL(redisUrl).host, redisProxy.address) }
      : {}),
    env: {},
    rate: ROWS_PER_SECOND,
  };
  // The ids that its records will have here depend on the source's. What schedules it is not configured yet.
  const { redis: _redis, temporal: _temporal, ...known } = access;
  const { sourceId, close } = await registerSource(world.instance.context, known);
  await close();
  promisePosts(world, posts, sourceId);
  const start = (): Promise<V1Publisher> =>
    startV1Publisher(v1, {
      scheduler: scheduler.scheduler,
      takesMs: TAKES_MS,
      sandboxUrl: world.network.url,
      channelOf: (id) => idHere(sourceId, 'integration', id),
    });
  const lives = [await start()];
  const publisher = (): V1Publisher => lives.at(-1) as V1Publisher;
  // Its jobs may have failed while its database was away: it logs that, and records nothing of what it has
  // sent.
  ends.push(() =>
    publisher()
      .stop()
      .catch((error: Error) => world.note(failuresOf(error))),
  );
  return {
    v1,
    access,
    proxy,
    redisProxy,
    stop,
    publisher,
    restartPublisher: async () => void lives.push(await start()),
    sent: () => lives.reduce((sum, life) => sum + life.sent.length, 0),
    restartDatabase: database.restart,
    holdPosts: () => holdTable(v1.url, '"Post"'),
  };
}

const failuresOf = (error: Error): string =>
  `${error.message}: ${[...new Set(error instanceof AggregateError ? error.errors.map(String) : [])].join(', ')}`;

/** The servers of the world, in which the Temporal of v1 has a namespace. */
const serversOf = ({ instance: { context } }: World): { databaseUrl: string; temporalAddress: string } => ({
  databaseUrl: context.config.DATABASE_URL ?? '',
  temporalAddress: context.config.TEMPORAL_ADDRESS ?? '',
});

/**
 * The Temporal of v1 is Crier's here, whose database may lose the last second when it is killed
 * (`src/run/embedded/temporal-schema.ts`): v1 then sends a post again by itself.
 */
async function commitSurely({ instance: { context } }: World): Promise<void> {
  await withPostgres(context.config.DATABASE_URL ?? '', async (client) => {
    await client.query(`alter database ${TEMPORAL_DATABASES.store} set synchronous_commit = on`);
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      TEMPORAL_DATABASES.store,
    ]);
  });
}

async function fillRows(world: World, v1: V1Source): Promise<void> {
  await v1.query('delete from "TagsPosts"');
  await v1.query('delete from "Errors"');
  await v1.query(`delete from "Post" where content not like '<p>Post %'`);
  await v1.query(
    `insert into "Tags" (id, name, color, "orgId", "createdAt", "updatedAt")
      select gen_random_uuid()::text, 'Tag ' || n, '#942828', ($2::text[])[1 + n % $3], now(), now()
      from generate_series(1, $1::int) n`,
    [TAGS, v1.organizations.map(({ id }) => id), ORGANIZATIONS],
  );
  await v1.query(`update "Integration" set disabled = true where "providerIdentifier" <> 'sandbox'`);
  for (const { id } of v1.organizations) {
    const answer = await fetch(`${world.network.url}/sandbox/api/accounts`, {
      method: 'POST',
      body: JSON.stringify({ name: `Account of ${id}` }),
    });
    const account = (await answer.json()) as { id: string; token: string };
    await v1.query(
      `update "Integration" set token = $2, "internalId" = $3
        where "organizationId" = $1 and "providerIdentifier" = 'sandbox'`,
      [id, account.token, account.id],
    );
  }
}

interface OldPost {
  readonly id: string;
  readonly channel: string;
  readonly token: string;
  readonly text: string;
  readonly dueMs: number;
}

/** Gives each post a text that the checker knows, and its date. */
async function datePosts(world: World, v1: V1Source): Promise<OldPost[]> {
  const rows = await v1.query<{ id: string; channel: string }>(
    'select id, "integrationId" as channel from "Post" order by "publishDate"',
  );
  const firstMs = Date.now() + FIRST_MS;
  const posts = rows.map(({ id, channel }, n) => {
    const token = `v${n}`;
    const text = `[${token}/0] News of day ${world.random.between(0, 1e9)}`;
    return { id, channel, token, text, dueMs: firstMs + n * EVERY_MS };
  });
  for (const { id, text, dueMs } of posts) {
    await v1.query(
      `update "Post" set content = $2, "publishDate" = $3::timestamp, settings = '{"__type":"sandbox"}', image = '[]'
        where id = $1`,
      [id, text, new Date(dueMs).toISOString().replace('Z', '')],
    );
  }
  return posts;
}

function promisePosts(world: World, posts: readonly OldPost[], sourceId: string): void {
  for (const { id, channel, token, text, dueMs } of posts) {
    world.client.submissions.push({
      token,
      postId: idHere(sourceId, 'post', id),
      account: idHere(sourceId, 'integration', channel),
      versions: [[text]],
      dueMs,
      deleteAsked: false,
      idempotencyKey: '',
      ids: [],
      attempts: 0,
      body: null,
    });
  }
}

/** Waits until it has sent this many. */
export async function untilSent(old: OldInstance, count: number): Promise<void> {
  while (old.sent() < count) await sleep(20);
}
