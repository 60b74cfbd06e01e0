import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Queue } from 'bullmq';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { png } from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { redis, type RunningRedis } from '../../test/servers/redis.ts';
import { describeWith } from '../../test/servers/server.ts';
import { makeV1Source, type V1Source } from '../test/make-source.ts';
import { fillV1Queue, openV1Queue } from '../test/queue.ts';
import { startMediaHost, type MediaHost } from '../../uploads/fixtures/media-host.ts';
import { runCrier, type CliRun } from '../../run/cli/fixtures/run-cli.ts';

// The options of docs/migrate-v1.md that name the Redis of v1 and the URL of its files.
describeWith([redis], 'The migration from a v1 with its Redis and its files at a URL', () => {
  let crier: TestInstance;
  let v1: V1Source;
  let server: RunningRedis;
  let old: MediaHost;
  let bucket: MediaHost;
  let queue: Queue;
  let access: string[];
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    [server, old, bucket] = [await redis.start(), await startMediaHost(), await startMediaHost()];
    v1 = await makeV1Source(process.env.CRIER_TEST_DATABASE_URL ?? '', {
      age: 'v2.11.3',
      organizations: 2,
      posts: 10,
      waiting: 6,
    });
    await v1.query(`update "Integration" set disabled = true where "providerIdentifier" <> 'sandbox'`);
    const files = await v1.query<{ path: string }>(
      `select path from "Media" where path not like '%never-was%'`,
    );
    for (const { path } of files) old.serve(new URL(path).pathname, png());
    // As v1 keeps them in a bucket, and without a URL.
    const [first, second] = files;
    const away = bucket.serve('/a/menu.png', png());
    await v1.query(`update "Media" set path = $2 where path = $1`, [first?.path, away]);
    const relative = second?.path.replace(/^.*\/uploads/, '');
    await v1.query(`update "Media" set path = $2 where path = $1`, [second?.path, relative]);
    await fillV1Queue(v1, server.url);
    queue = openV1Queue(server.url);
    const secret = join(crier.dataDir, 'old-secret');
    writeFileSync(secret, v1.jwtSecret);
    access = ['--source', v1.url, '--jwt-secret-file', secret];
  });
  afterAll(async () => {
    await queue?.close();
    await Promise.all([old?.stop(), bucket?.stop(), server?.stop()]);
    await v1?.drop();
    await crier?.stop();
  });
  const step = async (...args: string[]): Promise<CliRun> => {
    const run = await runCrier(crier.env, 'migrate-v1', ...args);
    expect(run.stdout + run.stderr).not.toContain(server.password);
    return run;
  };
  const one = ['--organization', 'Organisation 1'];
  const jobs = async (): Promise<number> => (await queue.getJobCounts('delayed')).delayed ?? 0;

  it('plans with the jobs that wait there, and says so when it is not given them', async () => {
    const all = await jobs();
    const { stdout, code } = await step('plan', ...access, '--redis', server.url, '--uploads', old.url);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringContaining(
        `Its queue has ${all} jobs: ${all} for later, 0 to be done now, 0 being done.`,
      ),
    });
    expect((await step('plan', ...access)).stdout).toContain('A cutover asks for its Redis (--redis)');
    const wrong = server.url.replace(server.password, `${server.password}x`);
    expect(await step('plan', ...access, '--redis', wrong)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The Redis of v1 (--redis) cannot be read: WRONGPASS'),
    });
  });

  it('copies the files from the URL, and keeps what leads to the Redis sealed', async () => {
    const { stdout, code } = await step('copy', ...access, '--redis', server.url, '--uploads', old.url);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/media +8 +4 +0/) });
    expect(stdout).toMatch(
      /2 × media: the file 2025\/03\/01\/never-was.png could not be fetched: .* answered 404/,
    );
    expect(bucket.requests.map(({ url }) => url)).toEqual(['/a/menu.png']);
    const [row] = await crier.context.database.query<{ row: string }>({
      name: 'test-source-row',
      text: 'select to_jsonb(s)::text as row from v1_source s',
    });
    expect(row?.row).not.toContain(server.password);
  });

  it('says before a cutover that the jobs are removed, removes them, and a rollback adds them again', async () => {
    const all = await jobs();
    expect(await step('cutover', ...one)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /v1 is stopped by: update "Post".* and by removing their jobs from the queue "post" of its Redis.*--yes/,
      ),
    });
    expect(await jobs()).toBe(all);
    expect((await step('cutover', ...one, '--yes')).stderr).toContain('removed 3 jobs from the queue of v1');
    expect(await jobs()).toBe(all - 3);
    expect((await step('rollback', ...one, '--yes')).code).toBe(0);
    expect(await jobs()).toBe(all);
  });

  it('stops at a Redis that is away, and the same command goes on when it is back', async () => {
    await step('copy');
    await server.goAway();
    expect(await step('cutover', ...one, '--yes')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The Redis of v1 (--redis) cannot be read: ECONNREFUSED'),
    });
    await server.comeBack();
    expect((await step('cutover', ...one, '--yes')).stdout).toContain(
      'Crier publishes for 1 organisation now.',
    );
  });
});
