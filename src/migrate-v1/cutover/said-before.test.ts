import { describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { FROZEN_SQL } from '../../../activities/ledger/claim-statement.ts';
import { crierJson, runCrier } from '../../run/cli/fixtures/run-cli.ts';
import { resume } from '../../posts/decide/resume.ts';
import { sql } from '../../test/factories.ts';
import { startInstance } from '../../test/instance.ts';
import {
  crier,
  inV1,
  makeDue,
  migration,
  organization,
  run,
  useCutoverWorld,
  v1,
} from '../test/cutover-world.ts';
import { fillV1Temporal } from '../test/orchestrator.ts';
import {
  accessOf,
  copyV1,
  makeTemporalSource,
  openTestTemporal,
  organizationOf,
} from '../test/temporal-source.ts';
import { runPass } from '../copy/run-pass.ts';
import { openMigration, registerSource } from '../v1-source.ts';
import { cutOver } from './cut-over.ts';
import { chooseOrganizations, readOrganizations } from './organizations.ts';
import { rollBack } from './roll-back.ts';

useCutoverWorld();
const quiet = { overdue: 'ask', graceMs: 0, frozenSource: false, say: () => undefined } as const;

describe('A v1 in which a person has founded an organisation since the first copy', () => {
  it('is still the same v1, and what was cut over can be rolled back', async () => {
    await run();
    // v1 gives random ids: with one organisation there, every second new one is before it.
    await v1.query(
      `insert into "Organization" select (jsonb_populate_record(o, jsonb_build_object('id', '00000000-0000-4000-8000-000000000000', 'name', 'New one', 'apiKey', null, 'createdAt', now() at time zone 'UTC'))).*
        from "Organization" o limit 1`,
    );
    // "copy", as the guide has it, with all options.
    const again = await registerSource(crier.context, migration.access);
    await again.close();
    const current = await openMigration(crier.context);
    try {
      const known = (await readOrganizations(crier.context.database, current.sourceId)).map(
        ({ name }) => name,
      );
      const chosen = await chooseOrganizations(
        crier.context.database,
        current.sourceId,
        'Organisation 1',
      ).catch((error: Error) => error.message);
      const status = await runCrier(crier.env, 'migrate-v1', 'status');
      const back = await runCrier(
        crier.env,
        'migrate-v1',
        'rollback',
        '--organization',
        'Organisation 1',
        '--yes',
      );
      expect({
        same: again.sourceId === migration.sourceId,
        known,
        chosen,
        status: status.stdout,
        back,
      }).toEqual({
        same: true,
        known: expect.arrayContaining(['Organisation 1']),
        chosen: [expect.objectContaining({ publishes: 'crier' })],
        status: expect.stringContaining('Organisation 1'),
        back: expect.objectContaining({ code: 0 }),
      });
    } finally {
      await current.close();
    }
  });
});

describe('A backup that was made after the cutover, restored after a rollback', () => {
  it('does not publish what v1 publishes again', async () => {
    await run();
    const file = join(crier.dataDir, `${randomUUID()}.tar`);
    await crierJson(crier.env, 'backup', file);
    await rollBack(migration, await organization());
    const target = await startInstance({
      api: false,
      temporal: false,
      env: { ENCRYPTION_KEY: crier.env.ENCRYPTION_KEY ?? '' },
    });
    try {
      await sql(target, 'drop schema public cascade');
      await sql(target, 'create schema public');
      await crierJson(target.env, 'restore', file);
      await resume(target.context, {}, { action: 'now' });
      const claimable = await sql<{ n: number }>(
        target,
        `select count(*)::int as n from post p join organization o on o.id = p.organization_id
          where p.organization_id = $1 and p.state = 'scheduled' and not ${FROZEN_SQL}`,
        [v1.organizations[1]?.id],
      );
      // Both have them: v1 as QUEUE, the restored instance as scheduled and its own.
      expect([await inV1(), claimable]).toEqual([{ QUEUE: 5, PUBLISHED: 10 }, [{ n: 0 }]]);
    } finally {
      await target.stop();
    }
  });
});

describe('A Temporal that was given while nothing waited in v1', () => {
  it('is looked at again at the cutover: that of another v1 ends none of its runs', async () => {
    const wrong = await openTestTemporal();
    const later = await makeTemporalSource({
      prepare: (database) =>
        database.query(`update "Post" set state = 'DRAFT', error = 'waits' where state = 'QUEUE'`),
    });
    try {
      const source = await copyV1(crier.context, accessOf(later, wrong));
      // The next day people schedule posts; v1 begins a run for each, and "watch" copies them.
      await later.query(`update "Post" set state = 'QUEUE', error = null where error = 'waits'`);
      await fillV1Temporal(later, later.temporal);
      await runPass(source);
      const target = await organizationOf(source, later);
      const taken = await cutOver(source, target, quiet).catch((error: Error) => error.message);
      await source.close();
      const posts = await later.query<{ id: string }>(
        `select id from "Post" where "organizationId" = $1 and state = 'QUEUE' and "parentPostId" is null`,
        [later.organizations[1]?.id],
      );
      const runs = await Promise.all(posts.map(({ id }) => later.statusOf(id)));
      // Now: 3 taken over here, and 3 RUNNING there that read their rows long ago.
      expect({ taken, runs }).toEqual({
        taken: expect.stringMatching(/Temporal/),
        runs: Array(3).fill('RUNNING'),
      });
    } finally {
      await later.drop();
      await wrong.close();
    }
  });
});

describe('A copy that was repeated without --uploads and --env-file', () => {
  it('keeps what was said of v1 before', async () => {
    const before = {
      ...migration.access,
      uploads: crier.dataDir,
      env: { TELEGRAM_TOKEN: '1:x' },
      rate: 5000,
    };
    await (await registerSource(crier.context, before)).close();
    // "The role of --source needs update on the table Post (repeat copy with that URL)".
    const { source, jwtSecret } = before;
    await (await registerSource(crier.context, { source, jwtSecret, uploads: null, env: {} })).close();
    const now = await openMigration(crier.context);
    await now.close();
    expect(now.access).toMatchObject({ uploads: crier.dataDir, env: { TELEGRAM_TOKEN: '1:x' } });
  });
});

describe('A rollback that is typed while a cutover waits for what v1 is sending', () => {
  it('ends the cutover: v1 publishes, as the rollback says', async () => {
    await makeDue([1]);
    let rolledBack: Promise<number> | undefined;
    // On the page a cutover waits up to ten minutes; a person thinks better of it and types the rollback.
    const taken = await run({
      graceMs: 4000,
      say(line) {
        if (line.includes('waiting ')) rolledBack ??= organization().then((one) => rollBack(migration, one));
      },
    }).catch((error: Error) => error.message);
    // The cutover, which has learnt of it, may give posts back at the same time.
    expect(await rolledBack).toBeLessThanOrEqual(5);
    const { publishes } = await organization();
    // Now: "v1 publishes again", and some seconds later Crier takes over all the same.
    expect({ taken, publishes, v1: await inV1() }).toEqual({
      taken: expect.anything(),
      publishes: 'v1',
      v1: { QUEUE: 5, PUBLISHED: 10 },
    });
  });
});

describe('A thread of v1 whose comment follows after hours (v2.12.0 and later)', () => {
  it('is sent on from here, and no longer by its run in v1', async () => {
    const later = await makeTemporalSource();
    try {
      // Its first part is published; its run sleeps for three hours, and then sends the comment as it has
      // read it.
      const [root] = await later.query<{ id: string }>(
        `update "Post" set state = 'PUBLISHED', "releaseId" = 'r1', "releaseURL" = 'https://example.org/r1',
            "publishDate" = now() at time zone 'UTC' - interval '1 hour'
          where id = (select min(id) from "Post" where "organizationId" = $1 and state = 'QUEUE' and "parentPostId" is null)
          returning id`,
        [later.organizations[1]?.id],
      );
      await later.query(
        `insert into "Post" select (jsonb_populate_record(p, jsonb_build_object('id', p.id || 'c', 'parentPostId', p.id,
            'state', 'QUEUE', 'releaseId', null, 'releaseURL', null, 'delay', 180, 'content', 'the comment'))).*
          from "Post" p where p.id = $1`,
        [root?.id],
      );
      const source = await copyV1(crier.context, later.access);
      await cutOver(source, await organizationOf(source, later), quiet);
      await source.close();
      const status = await later.statusOf(root?.id);
      const [post] = await sql<{ state: string; error: string | null }>(
        crier,
        `select p.state, p.error from post p join legacy_id l on l.id = p.id and l.kind = 'post' where l.legacy_id = $1`,
        [root?.id],
      );
      // Its comment is not sent by v1: "posts retry" sends it from here.
      expect({ run: status, post }).toEqual({
        run: 'TERMINATED',
        post: { state: 'partly_published', error: 'v1 published only the first parts of it' },
      });
    } finally {
      await later.drop();
    }
  });
});
