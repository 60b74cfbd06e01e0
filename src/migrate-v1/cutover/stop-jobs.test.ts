import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Worker, type Queue } from 'bullmq';
import { randomUUID } from 'node:crypto';
import { eventually, startInstance, type TestInstance } from '../../test/instance.ts';
import { redis, type RunningRedis } from '../../test/servers/redis.ts';
import { describeWith } from '../../test/servers/server.ts';
import { makeV1Source, type V1Source } from '../test/make-source.ts';
import { fillV1Queue, openV1Queue } from '../test/queue.ts';
import { accessOf, copyV1, organizationOf } from '../test/temporal-source.ts';
import { STOPPED_AT } from '../map/post.ts';
import type { Migration } from '../v1-source.ts';
import { cutOver, type CutoverOptions } from './cut-over.ts';
import type { MigratedOrganization } from './organizations.ts';
import { rollBack } from './roll-back.ts';
import type { TakenOver } from './take-over.ts';

const SERVER = process.env.CRIER_TEST_DATABASE_URL ?? '';
const HOUR_MS = 3_600_000;

describeWith([redis], 'A cutover from a v1 whose Redis was given', () => {
  let crier: TestInstance;
  let server: RunningRedis;
  let v1: V1Source;
  let queue: Queue;
  let migration: Migration;
  /** The posts that wait in the organisation, in the order of their dates. */
  let posts: string[];
  const workers: Worker[] = [];
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    server = await redis.start();
  });
  afterAll(async () => {
    await server?.stop();
    await crier?.stop();
  });
  beforeEach(async () => {
    v1 = await makeV1Source(SERVER, {
      age: 'v2.11.3',
      organizations: 2,
      posts: 12,
      waiting: 6,
      seed: randomUUID(),
    });
    queue = openV1Queue(server.url);
    await fillV1Queue(v1, server.url);
    migration = await copyV1(crier.context, { ...accessOf(v1), redis: server.url });
    const rows = await v1.query<{ id: string }>(
      `select id from "Post" where "organizationId" = $1 and state = 'QUEUE' order by "publishDate"`,
      [v1.organizations[1]?.id],
    );
    posts = rows.map(({ id }) => id);
  });
  afterEach(async () => {
    // A test that failed may have left it away.
    await server.comeBack();
    await Promise.all(workers.splice(0).map((worker) => worker.close(true)));
    await queue.obliterate({ force: true });
    await queue.close();
    await migration.close();
    await v1.drop();
  });

  const organization = (): Promise<MigratedOrganization> => organizationOf(migration, v1);
  const said: string[] = [];
  const cut = async (options: Partial<CutoverOptions> = {}): Promise<TakenOver | null> => {
    said.length = 0;
    return cutOver(migration, await organization(), {
      overdue: 'send',
      graceMs: HOUR_MS,
      frozenSource: false,
      ...options,
      say(line) {
        said.push(line);
        options.say?.(line);
      },
    });
  };
  const states = (): Promise<string[]> => Promise.all(posts.map((id) => queue.getJobState(id)));
  const inV1 = async (): Promise<string[]> => {
    const rows = await v1.query<{ state: string }>(
      `select case when "deletedAt" = '${STOPPED_AT}' and state = 'QUEUE' then 'STOPPED' else state::text end as state
        from "Post" where id = any($1) order by array_position($1, id)`,
      [posts],
    );
    return rows.map(({ state }) => state);
  };
  /** A process of v1 that takes the job of the first post, due this long ago, and is asked to end it. */
  const beginFirst = async ({ dueMs }: { dueMs: number }): Promise<{ end(): Promise<void> }> => {
    const [first = ''] = posts;
    await v1.query(
      `update "Post" set "publishDate" = (now() at time zone 'UTC') - $2 * interval '1 ms' where id = $1`,
      [first, dueMs],
    );
    await queue.getJob(first).then((job) => job?.promote());
    const ended = Promise.withResolvers<void>();
    const worker = new Worker('post', () => ended.promise, { connection: { url: server.url } });
    workers.push(worker);
    await eventually('v1 has begun', async () => (await queue.getJobState(first)) === 'active');
    return {
      async end() {
        await v1.query(`update "Post" set state = 'PUBLISHED', "releaseId" = 'r' where id = $1`, [first]);
        ended.resolve();
      },
    };
  };

  it('removes the jobs of the posts that it stops, and leaves those of the other organisation', async () => {
    const before = await queue.getDelayedCount();
    expect(await cut()).toEqual({ waiting: 3, overdue: 0, found: 0, doubtful: 0 });
    expect([await inV1(), await states()]).toEqual([Array(3).fill('STOPPED'), Array(3).fill('unknown')]);
    expect(await queue.getDelayedCount()).toBe(before - 3);
    expect(said).toContain('Organisation 1: removed 3 jobs from the queue of v1');
  });

  it('removes the job of a series, which would publish on a row that is published', async () => {
    const [{ id = '' } = {}] = await v1.query<{ id: string }>(
      `update "Post" set "intervalInDays" = 7, image = '[]' where id =
        (select id from "Post" where "organizationId" = $1 and state = 'PUBLISHED' limit 1) returning id`,
      [v1.organizations[1]?.id],
    );
    await fillV1Queue(v1, server.url);
    await cut();
    expect(await queue.getJobState(id)).toBe('unknown');
    await rollBack(migration, await organization());
    expect(await queue.getJobState(id)).toBe('delayed');
  });

  it('leaves the job of a post that v1 is sending, waits until that is done, and takes along what came of it', async () => {
    const begun = await beginFirst({ dueMs: 1000 });
    const taken = await cut({ say: (line) => void (line.includes('that v1 is sending') && begun.end()) });
    expect(said).toContainEqual(
      expect.stringMatching(/: waiting for 1 post that v1 is sending, at most \d+ s/),
    );
    expect([taken, await inV1()]).toEqual([
      { waiting: 2, overdue: 0, found: 0, doubtful: 0 },
      ['PUBLISHED', 'STOPPED', 'STOPPED'],
    ]);
  });

  it('asks about a post that v1 is still sending when the grace is over, however long it was overdue', async () => {
    await beginFirst({ dueMs: 2 * HOUR_MS });
    expect(await cut({ graceMs: 1 })).toEqual({ waiting: 2, overdue: 0, found: 0, doubtful: 1 });
    expect(await states()).toEqual(['active', 'unknown', 'unknown']);
  });

  it('waits for a post whose job v1 lost, and asks about it: the process that lost it may be sending', async () => {
    const [first = ''] = posts;
    await queue.getJob(first).then((job) => job?.promote());
    const lost = { connection: { url: server.url }, lockDuration: 50, skipLockRenewal: true };
    workers.push(new Worker('post', () => new Promise(() => undefined), { ...lost, skipStalledCheck: true }));
    await eventually('v1 has begun', async () => (await queue.getJobState(first)) === 'active');
    const finder = new Worker('post', null, { connection: { url: server.url }, stalledInterval: 100 });
    workers.push(finder);
    await workers[0]?.pause(true);
    await finder.startStalledCheckTimer();
    await eventually('the job waits again', async () => (await queue.getJobState(first)) === 'waiting');
    const stop = new AbortController();
    const interrupted = cut({
      signal: stop.signal,
      say: (line) => void (/waiting \d+ s for what v1 may be sending/.test(line) && stop.abort()),
    });
    await expect(interrupted).rejects.toThrow(/abort/);
    expect(await cut({ graceMs: 0 })).toEqual({ waiting: 2, overdue: 0, found: 0, doubtful: 1 });
  });

  it('stops at a Redis that is away, names it, and goes on when it is back', async () => {
    await server.goAway();
    const said: string[] = [];
    await expect(cut({ say: (line) => void said.push(line) })).rejects.toThrow(
      'The Redis of v1 (--redis) cannot be read: ECONNREFUSED. v1 was not stopped: repeat this when its Redis answers',
    );
    // A job that came due in between would have found its row marked, and done nothing.
    expect(said).toEqual(['Organisation 1: copying what has changed in v1, and comparing']);
    expect([await inV1(), (await organization()).publishes]).toEqual([Array(3).fill('QUEUE'), 'v1']);
    await server.comeBack();
    expect(await cut()).toEqual({ waiting: 3, overdue: 0, found: 0, doubtful: 0 });
    expect(await states()).toEqual(Array(3).fill('unknown'));
  });

  it('is done with --without-redis at a Redis that was given and is gone, and taken back', async () => {
    await server.goAway();
    await expect(cut()).rejects.toThrow('If it is gone permanently, repeat this with --without-redis');
    expect(await cut({ withoutRedis: true })).toEqual({ waiting: 3, overdue: 0, found: 0, doubtful: 0 });
    expect(await inV1()).toEqual(Array(3).fill('STOPPED'));
    await rollBack(migration, await organization());
    expect(await inV1()).toEqual(Array(3).fill('QUEUE'));
    await server.comeBack();
    expect(await states()).toEqual(Array(3).fill('delayed'));
  });

  it('is taken back with the jobs and their delays, also when Redis was away in between', async () => {
    const due = async (): Promise<number[]> => {
      const jobs = await Promise.all(posts.map((id) => queue.getJob(id)));
      return jobs.map((job) => Math.round(((job?.timestamp ?? 0) + (job?.delay ?? 0)) / 60_000));
    };
    const before = await due();
    await cut();
    await server.goAway();
    await expect(rollBack(migration, await organization())).rejects.toThrow(/--redis/);
    expect([await inV1(), (await organization()).phase]).toEqual([Array(3).fill('QUEUE'), 'stopping']);
    await server.comeBack();
    await rollBack(migration, await organization());
    await rollBack(migration, await organization());
    expect([await due(), (await organization()).phase]).toEqual([before, 'copying']);
  });

  /** What the posts of v1 say of the last change there. */
  const quietRows = (): Promise<unknown> =>
    v1.query(`update "Post" set "updatedAt" = now() at time zone 'UTC' - interval '3 minutes'`);
  const killWorkers = (): Promise<unknown> =>
    Promise.all(workers.splice(0).map((worker) => worker.close(true)));

  it('is refused with --frozen-source while a process of v1 is connected, or has just begun a job', async () => {
    await beginFirst({ dueMs: 1000 });
    await quietRows();
    await expect(cut({ frozenSource: true })).rejects.toThrow(
      'v1 is still working: 1 of its workers is connected to its queue on Redis. Stop its containers',
    );
    await killWorkers();
    await expect(cut({ frozenSource: true })).rejects.toThrow(
      /v1 is still working: it began or ended a job on Redis \d+ s ago/,
    );
  });

  it('asks, with --frozen-source, about a post that a stopped v1 was sending, and changes nothing there', async () => {
    await beginFirst({ dueMs: 2 * HOUR_MS });
    await killWorkers();
    await quietRows();
    const client = await queue.client;
    await client.hset(queue.toKey(posts[0] ?? ''), { processedOn: String(Date.now() - HOUR_MS) });
    expect(await cut({ frozenSource: true })).toEqual({ waiting: 2, overdue: 0, found: 0, doubtful: 1 });
    expect([await inV1(), await states()]).toEqual([
      Array(3).fill('QUEUE'),
      ['active', 'delayed', 'delayed'],
    ]);
  });

  it('takes a Redis that does not answer for a stopped one with --frozen-source, and says so', async () => {
    await quietRows();
    await server.goAway();
    expect(await cut({ frozenSource: true })).toEqual({ waiting: 3, overdue: 0, found: 0, doubtful: 0 });
    expect(said).toContain(
      'Organisation 1: the Redis of v1 does not answer, so only its database was looked at',
    );
    await server.comeBack();
  });
});
