import { afterAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { crierJson } from '../../run/cli/fixtures/run-cli.ts';
import { resume } from '../../posts/decide/resume.ts';
import { sql } from '../../test/factories.ts';
import { startInstance } from '../../test/instance.ts';
import { redis } from '../../test/servers/redis.ts';
import { describeWith } from '../../test/servers/server.ts';
import { crier, inV1, migration, organization, run, useCutoverWorld, v1 } from '../test/cutover-world.ts';
import { fillV1Queue, openV1Queue } from '../test/queue.ts';
import { accessOf, copyV1, makeTemporalSource, organizationOf } from '../test/temporal-source.ts';
import { runPass } from '../copy/run-pass.ts';
import { finish } from '../finish.ts';
import { openMigration } from '../v1-source.ts';
import { cutOver } from './cut-over.ts';
import { rollBack } from './roll-back.ts';

useCutoverWorld();

const SERVER = process.env.CRIER_TEST_DATABASE_URL ?? '';
const ROLE = `crier_reader_${process.pid}`;
const onServer = async (text: string): Promise<void> => {
  const client = new pg.Client({ connectionString: SERVER });
  await client.connect();
  await client.query(text).finally(() => client.end());
};
const quiet = { overdue: 'ask', graceMs: 0, frozenSource: false, say: () => undefined } as const;

describe('--frozen-source with the role of docs/migrate-v1.md', () => {
  afterAll(() => onServer(`drop role if exists ${ROLE}`));

  it('is refused while v1 has a connection open', async () => {
    // Word for word as in "Before you begin".
    await onServer(
      `create role ${ROLE} login password 'secret'; grant pg_read_all_data, pg_read_all_stats to ${ROLE}`,
    );
    const url = new URL(v1.url);
    url.username = ROLE;
    url.password = 'secret';
    const reader = await copyV1(crier.context, { ...accessOf(v1), source: url.href });
    // v1 has written nothing for a while, and is connected, as another role and without a name.
    await v1.query(`update "Post" set "updatedAt" = now() at time zone 'UTC' - interval '1 hour'`);
    const v1Itself = new pg.Client({ connectionString: v1.url });
    await v1Itself.connect();
    await v1Itself.query(`set application_name = ''`);
    try {
      await expect(
        cutOver(reader, await organizationOf(reader, v1), { ...quiet, frozenSource: true }),
      ).rejects.toThrow('without a name');
      // A role that may not see whose the connections are does not take them for none.
      await onServer(`revoke pg_read_all_stats from ${ROLE}`);
      await expect(
        cutOver(reader, await organizationOf(reader, v1), { ...quiet, frozenSource: true }),
      ).rejects.toThrow('may not see whose');
    } finally {
      await v1Itself.end();
      await reader.close();
    }
  });
});

describe('A rollback after finish', () => {
  it('is refused, since nobody knows any more what was stopped in v1', async () => {
    await run();
    await cutOver(migration, await organization(0), { ...quiet, withoutRedis: true });
    await finish(migration);
    // "copy" once more, then "rollback --yes": both as the guide has them.
    const again = await copyV1(crier.context, migration.access);
    try {
      const said = await rollBack(again, await organization()).catch((error: Error) => error.message);
      const { publishes, phase } = await organization();
      // Now: 0, v1, copying, and v1 has 5 posts that are marked as deleted: nobody publishes them.
      expect([said, publishes, phase, await inV1()]).toEqual([
        expect.stringMatching(/no way back|finish/i),
        'crier',
        'cut_over',
        { STOPPED: 5, PUBLISHED: 10 },
      ]);
    } finally {
      await again.close();
    }
  });
});

describe('A backup that was made before the cutover, restored after it', () => {
  it('neither says that v1 publishes, nor sends again what Crier has sent since', async () => {
    const file = join(crier.dataDir, `${randomUUID()}.tar`);
    await crierJson(crier.env, 'backup', file);
    await run();
    // Three hours pass, in which Crier publishes the first post at its date.
    const [first] = await sql<{ id: string; legacy: string }>(
      crier,
      `update post p set state = 'published', published_at = now() - interval '3 hours',
          publish_at = now() - interval '3 hours' from legacy_id l
        where l.id = p.id and l.kind = 'post' and p.id = (select min(id::text)::uuid from post
          where organization_id = $1 and state = 'scheduled') returning p.id, l.legacy_id as legacy`,
      [v1.organizations[1]?.id],
    );
    await v1.query(
      `update "Post" set "publishDate" = now() at time zone 'UTC' - interval '3 hours' where id = $1`,
      [first?.legacy],
    );
    const target = await startInstance({
      api: false,
      temporal: false,
      env: { ENCRYPTION_KEY: crier.env.ENCRYPTION_KEY ?? '' },
    });
    try {
      await sql(target, 'drop schema public cascade');
      await sql(target, 'create schema public');
      await crierJson(target.env, 'restore', file);
      // As "After a restore" has it.
      await resume(target.context, {}, { action: 'now' });
      const restored = await openMigration(target.context);
      const { publishes, phase, problem } = await organizationOf(restored, v1);
      // What `status` prints: v1 publishes, and nothing is wrong. All its posts are stopped there.
      const status = { publishes, phase, problem, inV1: await inV1() };
      await runPass(restored);
      await crierJson(target.env, 'migrate-v1', 'after-restore', '--yes');
      await cutOver(restored, await organizationOf(restored, v1), {
        ...quiet,
        overdue: 'send',
        withoutRedis: true,
      });
      await restored.close();
      const [post] = await sql<{ state: string; runs: number }>(
        target,
        `select state, (select count(*)::int from outbox b where b.post_group_id = p.post_group_id
            and b.kind = 'start_group') as runs from post p where id = $1`,
        [first?.id],
      );
      expect({ status, post }).toEqual({
        status: expect.objectContaining({ problem: expect.any(String) }),
        post: { state: 'unconfirmed', runs: 0 },
      });
    } finally {
      await target.stop();
    }
  });
});

describe('A run of v1 that failed once and tries again (v2.12.0 to v2.22.1)', () => {
  it('is ended by the cutover, or waited for', async () => {
    const later = await makeTemporalSource();
    try {
      // post.workflow.v1.0.1.ts to v1.0.5.ts: after a failure that is neither refresh_token nor bad_body the
      // row becomes ERROR, and the loop tries the post up to four times more, three attempts each, two
      // minutes apart; a success makes the row PUBLISHED.
      const [failing] = await later.query<{ id: string }>(
        `update "Post" set state = 'ERROR', error = 'ECONNRESET', "updatedAt" = now() at time zone 'UTC', "publishDate" = now() at time zone 'UTC' - interval '1 minute'
          where id = (select min(id) from "Post" where "organizationId" = $1 and state = 'QUEUE') returning id`,
        [later.organizations[1]?.id],
      );
      const source = await copyV1(crier.context, later.access);
      await cutOver(source, await organizationOf(source, later), quiet);
      await source.close();
      expect(await later.statusOf(failing?.id)).toBe('TERMINATED');
    } finally {
      await later.drop();
    }
  });
});

describeWith([redis], 'A copy that was repeated without --redis', () => {
  it('does not make a rollback leave the posts of v1 without their jobs', async () => {
    const server = await redis.start();
    const queue = openV1Queue(server.url);
    try {
      await fillV1Queue(v1, server.url);
      const access = { ...migration.access, redis: server.url };
      const first = await copyV1(crier.context, access);
      await cutOver(first, await organization(), quiet);
      await first.close();
      // `copy --source … --jwt-secret-file … --uploads …`, for files that were missing.
      const { redis: _, ...rest } = access;
      const again = await copyV1(crier.context, rest);
      const counts = await rollBack(again, await organization());
      await again.close();
      const posts = await v1.query<{ id: string }>(
        `select id from "Post" where "organizationId" = $1 and state = 'QUEUE' and "deletedAt" is null`,
        [v1.organizations[1]?.id],
      );
      const jobs = await Promise.all(posts.map(({ id }) => queue.getJobState(id)));
      expect({ counts, jobs }).toEqual({ counts: 5, jobs: Array(5).fill('delayed') });
    } finally {
      await queue.close();
      await server.stop();
    }
  });
});
