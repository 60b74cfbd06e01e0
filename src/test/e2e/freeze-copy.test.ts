/**
 * A restored backup may not know what was published since, and the original may be running: it publishes
 * nothing until a person resumes it.
 */
import { afterAll, describe, expect, it } from '@jest/globals';
import { Client } from '@temporalio/client';
import pg from 'pg';
import { RECONCILE_SCHEDULE_ID } from '../../../temporal/contract/reconcile.ts';
import { sql } from '../factories.ts';
import { eventually } from '../instance.ts';
import { startSandboxWorld, type SandboxWorld } from '../sandbox-world.ts';
import { endProcess } from '../servers/server.ts';
import { unique } from './scenarios.ts';

describe('a copy of a database', () => {
  let world: SandboxWorld;
  afterAll(() => world?.crier.stop());

  it('starts frozen and reports it; the original continues', async () => {
    world = await startSandboxWorld();
    const { crier, client } = world;
    const channel = await world.connect('Original #lookup');
    const worker = await crier.startWorkerProcess();
    const first = unique('By the original');
    const [before = ''] = await client.create({ channels: [channel.id], parts: [{ content: first }] });
    await client.reaches(before, 'published');
    await endProcess(worker, 10_000);

    const text = unique('In both');
    const [id = ''] = await client.create({ channels: [channel.id], parts: [{ content: text }] });
    const url = new URL(crier.env.DATABASE_URL ?? '');
    const original = url.pathname.slice(1);
    const admin = new pg.Client({
      connectionString: Object.assign(new URL(url), { pathname: '/postgres' }).href,
    });
    await admin.connect();
    try {
      await eventually('nobody uses the original', () =>
        admin.query(`create database ${original}_copy template ${original}`).then(
          () => true,
          async () => {
            await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
              original,
            ]);
            return false;
          },
        ),
      );
      url.pathname = `/${original}_copy`;
      // Restored elsewhere, with a new store, in which the reconciler starts what waits.
      const elsewhere = `${crier.env.TEMPORAL_NAMESPACE}_copy`;
      const copied = await crier.startWorkerProcess({
        DATABASE_URL: url.href,
        TEMPORAL_NAMESPACE: elsewhere,
      });
      const schedule = new Client({
        connection: crier.context.temporal.connection,
        namespace: elsewhere,
      }).schedule.getHandle(RECONCILE_SCHEDULE_ID);
      await schedule.trigger();
      const copy = new pg.Client({ connectionString: url.href });
      await copy.connect();
      await eventually(
        'the copy keeps the post',
        async () =>
          (await copy.query("select 1 from post where id = $1 and hold = 'frozen'", [id])).rowCount === 1,
        90_000,
      );
      expect(
        (await copy.query("select value ->> 'reason' as reason from instance_state where key = 'frozen'"))
          .rows,
      ).toEqual([{ reason: expect.stringContaining('The database is a copy') }]);
      expect(crier.logs()).toContain('the database is a copy: nothing is published until a person resumes');
      expect(await world.texts()).toEqual([first]);
      await copy.end();
      await schedule.delete();
      await endProcess(copied, 10_000);
      await admin.query(`drop database ${original}_copy with (force)`);
    } finally {
      await admin.end();
    }
    await crier.startWorkerProcess();
    expect(await sql(crier, "select 1 from instance_state where key = 'frozen'")).toEqual([]);
    await client.reaches(id, 'published');
  }, 300_000);
});
