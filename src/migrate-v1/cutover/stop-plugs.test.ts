import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Worker, type Queue } from 'bullmq';
import { randomUUID } from 'node:crypto';
import { eventually, startInstance, type TestInstance } from '../../test/instance.ts';
import { redis, type RunningRedis } from '../../test/servers/redis.ts';
import { describeWith } from '../../test/servers/server.ts';
import { makeV1Source, type V1Source } from '../test/make-source.ts';
import { addPlug, fillV1Queue, openV1Queue } from '../test/queue.ts';
import { accessOf, copyV1, organizationOf } from '../test/temporal-source.ts';
import type { Migration } from '../v1-source.ts';
import { cutOver } from './cut-over.ts';
import { rollBack } from './roll-back.ts';

const SERVER = process.env.CRIER_TEST_DATABASE_URL ?? '';

describeWith([redis], 'What v1 goes on with beside its posts, in the queues of its Redis', () => {
  let crier: TestInstance;
  let server: RunningRedis;
  let v1: V1Source;
  let plugs: Queue;
  let internal: Queue;
  let migration: Migration;
  const said: string[] = [];
  beforeAll(async () => {
    [crier, server] = await Promise.all([startInstance({ temporal: false }), redis.start()]);
    v1 = await makeV1Source(SERVER, {
      age: 'v2.11.3',
      organizations: 2,
      posts: 12,
      waiting: 6,
      seed: randomUUID(),
    });
    await v1.query(
      `insert into "Plugs" (id, "organizationId", "plugFunction", data, "integrationId", activated)
      select 'plug-of-1', "organizationId", 'autoRepostPost', '[]', min(id), false from "Integration" where "organizationId" = $1
      group by "organizationId"`,
      [v1.organizations[1]?.id],
    );
    await fillV1Queue(v1, server.url);
    plugs = openV1Queue(server.url, 'plugs');
    internal = openV1Queue(server.url, 'internal-plugs');
    migration = await copyV1(crier.context, { ...accessOf(v1), redis: server.url });
  });
  afterAll(async () => {
    await plugs?.close();
    await internal?.close();
    await migration?.close();
    await v1?.drop();
    await server?.stop();
    await crier?.stop();
  });
  const organization = (): ReturnType<typeof organizationOf> => organizationOf(migration, v1);
  const jobs = async (): Promise<string[]> => {
    const all = await Promise.all([plugs, internal].map((queue) => queue.getJobs(['delayed', 'active'])));
    return all
      .flat()
      .map(({ id }) => id ?? '')
      .toSorted();
  };
  const cut = async (): Promise<unknown> =>
    cutOver(migration, await organization(), {
      overdue: 'ask',
      graceMs: 0,
      frozenSource: false,
      say: (line) => void said.push(line),
    });

  it('ends with the cutover, also the next look of a plug that was at work; the other organisation keeps its own', async () => {
    const [theirs] = await v1.query<{ id: string }>(`select id from "Plugs" where id <> 'plug-of-1'`);
    await addPlug(plugs, { plugId: theirs?.id ?? '', postId: 'r0', currentRun: 1 });
    await addPlug(plugs, { plugId: 'plug-of-1', postId: 'r1', currentRun: 1 });
    for (const [n, { id: orgId }] of v1.organizations.entries()) {
      const payload = { post: `r${n}`, orgId, integration: 'i', originalIntegration: 'i', delay: 1 };
      const jobId = `plug_r${n}_x-repost-post-users_i`;
      await internal.add('internal-plugs', { id: jobId, payload }, { jobId, delay: 3_600_000 });
    }
    const atWork = await plugs.add(
      'plugs',
      { payload: { plugId: 'plug-of-1', postId: 'r2', currentRun: 1 } },
      { jobId: 'at-work', removeOnComplete: true },
    );
    const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const worker = new Worker(
      'plugs',
      async () => {
        begun.resolve();
        await end.promise;
        await addPlug(plugs, { plugId: 'plug-of-1', postId: 'r2', currentRun: 2 });
      },
      { connection: { url: server.url } },
    );
    await begun.promise;
    const cutting = cut();
    await eventually(
      'the plug that waits is gone',
      async () => !(await jobs()).includes('plug_r1_plug-of-1_1'),
    );
    end.resolve();
    await cutting;
    await worker.close();
    expect(await atWork.getState()).toBe('unknown');
    expect(await jobs()).toEqual([`plug_r0_${theirs?.id}_1`, 'plug_r0_x-repost-post-users_i']);
    expect(said).toContain('Organisation 1: removed 3 jobs of v1 to repost or comment on published posts');
  });

  it('goes on after a rollback with the delays that are left', async () => {
    await rollBack(migration, await organization());
    expect(await jobs()).toEqual(
      expect.arrayContaining(['plug_r1_plug-of-1_1', 'plug_r2_plug-of-1_2', 'plug_r1_x-repost-post-users_i']),
    );
    const job = await plugs.getJob('plug_r1_plug-of-1_1');
    expect(job?.data).toMatchObject({ payload: { plugId: 'plug-of-1', postId: 'r1', currentRun: 1 } });
    expect(Math.round(((job?.timestamp ?? 0) + (job?.delay ?? 0) - Date.now()) / 3_600_000)).toBe(6);
  });

  it('is left to a v1 that has not used these queues yet', async () => {
    await Promise.all([plugs.obliterate({ force: true }), internal.obliterate({ force: true })]);
    said.length = 0;
    expect(await cut()).toMatchObject({ doubtful: 0 });
    expect(said.join('\n')).not.toContain('repost');
  });
});
