import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { FROZEN_SQL } from '../../../activities/ledger/claim-statement.ts';
import { crierJson, runCrier, type CliRun } from '../../run/cli/fixtures/run-cli.ts';
import { freeze } from '../../platform/freeze.ts';
import { noteCopied, noteRestored } from '../../platform/restored.ts';
import { resume } from '../../posts/decide/resume.ts';
import { sql } from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
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
import { runPass } from '../copy/run-pass.ts';
import { finish } from '../finish.ts';
import { STOPPED_AT } from '../map/post.ts';
import { openMigration, registerSource, type Migration } from '../v1-source.ts';
import { cutOver, type CutoverOptions } from './cut-over.ts';
import { readOrganizations, type MigratedOrganization } from './organizations.ts';
import { rollBack } from './roll-back.ts';
import type { TakenOver } from './take-over.ts';

useCutoverWorld();

const QUIET = { overdue: 'ask', graceMs: 0, frozenSource: false, say: () => undefined } as const;

/** The restored instance; `before`: a backup from before the first copy. */
let target: TestInstance;
let before: string;
beforeAll(async () => {
  before = await backup();
  target = await startInstance({
    api: false,
    temporal: false,
    env: { ENCRYPTION_KEY: crier.env.ENCRYPTION_KEY ?? '' },
  });
});
afterAll(() => target?.stop());

async function backup(): Promise<string> {
  const file = join(crier.dataDir, `${randomUUID()}.tar`);
  await crierJson(crier.env, 'backup', file, '--no-uploads');
  return file;
}

/** Restores it; the instance that it was made of never runs again. `resumed`: with `resume --all`. */
async function restore(file: string, { resumed = true } = {}): Promise<void> {
  await sql(target, 'drop schema public cascade');
  await sql(target, 'create schema public');
  await crierJson(target.env, 'restore', file);
  if (resumed) await resume(target.context, {}, { action: 'now' });
}

const id = (): string => v1.organizations[1]?.id ?? '';
const look = (...options: string[]): Promise<CliRun> =>
  runCrier(target.env, 'migrate-v1', 'after-restore', '--organization', id(), ...options);
const withRestored = async <T>(
  work: (restored: Migration, one: MigratedOrganization) => Promise<T>,
): Promise<T> => {
  const restored = await openMigration(target.context);
  try {
    const all = await readOrganizations(target.context.database, restored.sourceId);
    const one = all.find(({ legacyId }) => legacyId === id());
    if (!one) throw new Error('not restored');
    return await work(restored, one);
  } finally {
    await restored.close();
  }
};
const state = (): Promise<Pick<MigratedOrganization, 'publishes' | 'problem'>> =>
  withRestored(async (_, { publishes, problem }) => ({ publishes, problem }));
const takeOver = (options: Partial<CutoverOptions> = {}): Promise<TakenOver | null> =>
  withRestored((restored, one) =>
    cutOver(restored, one, {
      overdue: 'send',
      graceMs: 0,
      frozenSource: false,
      withoutRedis: true,
      say: () => undefined,
      ...options,
    }),
  );
const giveBack = (): Promise<number> => withRestored(rollBack);
/** How many of its posts the restored instance has in each state, and how many of them it may send now. */
const posts = async (): Promise<unknown> => {
  const rows = await sql<{ state: string; n: number; free: number }>(
    target,
    `select p.state, count(*)::int as n, (count(*) filter (where not ${FROZEN_SQL}))::int as free
      from post p join organization o on o.id = p.organization_id
      where p.organization_id = $1 and p.deleted_at is null and p.state in ('scheduled', 'publishing', 'unconfirmed', 'missed')
      group by 1 order by 1`,
    [id()],
  );
  return Object.fromEntries(rows.map((row) => [row.state, [row.n, row.free]]));
};
/** The date of one of its posts in the restored instance has passed. */
const due = (): Promise<unknown> =>
  sql(
    target,
    `update post set publish_at = now() - interval '3 hours' where id = (select min(id::text)::uuid from post
      where organization_id = $1 and state = 'scheduled')`,
    [id()],
  );
/** v1 keeps connections open while it works, without a name. */
const whileV1Works = async <T>(work: () => Promise<T>): Promise<T> => {
  const connection = new pg.Client({ connectionString: v1.url });
  await connection.connect();
  await connection.query(`set application_name = ''`);
  try {
    return await work();
  } finally {
    await connection.end();
  }
};
const v1HasStopped = (): Promise<unknown> =>
  v1.query(`update "Post" set "updatedAt" = now() at time zone 'UTC' - interval '1 hour'`);
/** Its database is no longer there. */
const v1IsGone = async (): Promise<void> => {
  const access = JSON.stringify({ ...migration.access, source: 'postgres://nobody@127.0.0.1:1/v1' });
  const sealed = target.context.secrets.seal(access, `v1_source:${migration.sourceId}`);
  await sql(target, 'update v1_source set sealed = $1 where id = $2', [sealed, migration.sourceId]);
};
const doubt = expect.objectContaining({
  code: 'publisher_in_doubt',
  message: expect.stringContaining('after-restore'),
});
const noWayBack = expect.objectContaining({ code: 'no_way_back' });
const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(() => 'done').catch((error: unknown) => error);

describe('A backup from before the first copy, restored after a cutover', () => {
  it('cuts over only after a look, and asks about what was due since', async () => {
    await run();
    await makeDue([180]);
    await restore(before);
    const copied = await registerSource(target.context, migration.access);
    await runPass(copied);
    await copied.close();
    expect(await failure(takeOver())).toEqual(doubt);
    expect(await look()).toMatchObject({ code: 1, stderr: expect.stringContaining('Add --yes') });
    expect(await look('--yes')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('nobody publishes'),
    });
    expect(await failure(giveBack())).toEqual(noWayBack);
    expect(await inV1()).toEqual({ STOPPED: 5, PUBLISHED: 10 });
    expect(await takeOver()).toMatchObject({ waiting: 4, overdue: 0, doubtful: 1 });
    expect(await posts()).toEqual({ scheduled: [4, 4], unconfirmed: [1, 1] });
    expect(await failure(giveBack())).toEqual(noWayBack);
  });
});

describe('A backup from between copy and cutover', () => {
  it('goes on with v1 as before when v1 works and was not stopped since', async () => {
    await restore(await backup());
    expect(await state()).toEqual({ publishes: 'v1', problem: expect.stringContaining('after-restore') });
    expect([await failure(takeOver()), await failure(giveBack())]).toEqual([doubt, doubt]);
    await v1HasStopped();
    // As after a cutover with --frozen-source, which leaves no mark.
    expect(await look('--yes')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('--frozen-source'),
    });
    expect(await failure(takeOver())).toEqual(doubt);
    expect(await whileV1Works(() => look('--yes'))).toMatchObject({ code: 0 });
    expect(await state()).toEqual({ publishes: 'v1', problem: null });
    expect(await takeOver()).toMatchObject({ waiting: 5 });
    expect(await posts()).toEqual({ scheduled: [5, 5] });
    expect(await giveBack()).toBe(5);
  });

  it('gives nothing back to v1 that Crier may have sent since', async () => {
    const file = await backup();
    await run();
    await restore(file);
    expect(await failure(giveBack())).toEqual(doubt);
    await look('--yes');
    expect([await failure(giveBack()), await inV1()]).toEqual([noWayBack, { STOPPED: 5, PUBLISHED: 10 }]);
    expect(await state()).toEqual({ publishes: 'v1', problem: expect.stringContaining('nobody publishes') });
    // A step that fails gives nothing back either, and says so.
    const aborted = await failure(
      takeOver({
        say: (line) => {
          if (line.includes('reading')) throw new Error('x');
        },
      }),
    );
    expect(aborted).toMatchObject({ message: expect.stringContaining('type the cutover again') });
    expect(await inV1()).toEqual({ STOPPED: 5, PUBLISHED: 10 });
    expect(await takeOver()).toMatchObject({ waiting: 5, doubtful: 0 });
  });

  it('asks about what was due since a cutover with --frozen-source, which leaves no mark in v1', async () => {
    const file = await backup();
    await makeDue([180]);
    await v1HasStopped();
    await run({ frozenSource: true });
    await restore(file);
    expect(await whileV1Works(() => look('--frozen-source', '--yes'))).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('still working'),
    });
    expect(await look('--frozen-source', '--yes')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('--frozen-source --yes next'),
    });
    expect(await takeOver({ frozenSource: true })).toMatchObject({ waiting: 4, doubtful: 1 });
  });

  it('takes over by itself where v1 is gone, if a person says so', async () => {
    const file = await backup();
    await run();
    await restore(file);
    await due();
    await v1IsGone();
    expect(await look('--yes')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('--frozen-source'),
    });
    expect(await posts()).toEqual({ scheduled: [5, 0] });
    expect(await look('--frozen-source', '--yes')).toMatchObject({ code: 0 });
    expect(await posts()).toEqual({ scheduled: [4, 4], unconfirmed: [1, 1] });
  });
});

describe('A backup from after a cutover', () => {
  it('publishes once v1 was seen to be stopped, and looks first for what is due', async () => {
    await run();
    await restore(await backup(), { resumed: false });
    await due();
    const shown = await runCrier(target.env, 'resume', '--all');
    expect(shown.stdout).toContain('2 organisations not resumed until the previous instance is checked');
    await resume(target.context, {}, { action: 'now' });
    expect(await posts()).toEqual({ scheduled: [5, 0] });
    expect(
      await runCrier(target.env, 'resume', '--organization', id(), '--plan', 'now', '--yes'),
    ).toMatchObject({ code: 1, stderr: expect.stringContaining('after-restore') });
    expect(await runCrier(target.env, 'export', '-', '--organization', id())).toMatchObject({
      stderr: expect.stringContaining('after-restore'),
    });
    expect([await failure(giveBack()), await failure(withRestored(finish))]).toEqual([doubt, doubt]);
    // What people have made in v1 since the cutover says nothing about it.
    await v1.query(
      `insert into "Post" select (jsonb_populate_record(p, jsonb_build_object('id', 'new', 'state', 'QUEUE', 'deletedAt', null))).*
        from "Post" p where "organizationId" = $1 limit 1`,
      [id()],
    );
    expect(await look('--yes')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Crier publishes'),
    });
    expect(await state()).toEqual({ publishes: 'crier', problem: null });
    expect(await posts()).toEqual({ publishing: [1, 1], scheduled: [4, 4] });
    expect(
      await sql(
        target,
        'select presumed, phase from publish_attempt a join post_item i on i.id = a.post_item_id join post p on p.id = i.post_id where p.organization_id = $1',
        [id()],
      ),
    ).toEqual([{ presumed: true, phase: 'sent' }]);
    // It may be published, and v1 does not know of it.
    expect([await failure(giveBack()), await inV1()]).toEqual([
      noWayBack,
      { QUEUE: 1, STOPPED: 5, PUBLISHED: 10 },
    ]);
  });

  it('can go back to v1 after the look if nothing was due', async () => {
    await run();
    await restore(await backup(), { resumed: false });
    await look('--yes');
    await resume(target.context, {}, { action: 'now' });
    expect([await posts(), await giveBack(), await inV1()]).toEqual([
      { scheduled: [5, 5] },
      5,
      { QUEUE: 5, PUBLISHED: 10 },
    ]);
  });

  it('is given to v1 if a rollback was made since, and can be cut over again', async () => {
    await run();
    const file = await backup();
    await rollBack(migration, await organization());
    // It was interrupted at the last of them.
    await v1.query(
      `update "Post" set "deletedAt" = $1 where id = (select max(id) from "Post" where "organizationId" = $2 and state = 'QUEUE')`,
      [STOPPED_AT, id()],
    );
    await restore(file);
    expect(await look('--yes')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('given back here'),
    });
    expect([await state(), await inV1(), await posts()]).toEqual([
      { publishes: 'v1', problem: null },
      { QUEUE: 5, PUBLISHED: 10 },
      { scheduled: [5, 0] },
    ]);
    expect(await takeOver()).toMatchObject({ waiting: 5 });
  });

  it('publishes where v1 is gone, if a person says so', async () => {
    await run();
    const file = await backup();
    await cutOver(migration, await organization(0), { ...QUIET, withoutRedis: true });
    await finish(migration);
    await restore(file);
    await v1IsGone();
    expect(await look('--yes')).toMatchObject({ code: 1 });
    expect(await posts()).toEqual({ scheduled: [5, 0] });
    expect(await look('--frozen-source', '--yes')).toMatchObject({ code: 0 });
    expect(await posts()).toEqual({ scheduled: [5, 5] });
  });
});

describe('A backup from after a rollback', () => {
  it('asks v1 again: it was cut over once more since', async () => {
    await run();
    await rollBack(migration, await organization());
    await runPass(migration);
    const file = await backup();
    await run();
    await makeDue([10]);
    await restore(file);
    await look('--yes');
    await withRestored((restored) => runPass(restored));
    expect(await takeOver()).toMatchObject({ waiting: 4, doubtful: 1 });
  });
});

describe('A backup from after the end of a migration', () => {
  it('is in no doubt: there was no way back', async () => {
    await run();
    await cutOver(migration, await organization(0), { ...QUIET, withoutRedis: true });
    await finish(migration);
    await restore(await backup());
    expect([await posts(), (await look('--yes')).stdout]).toEqual([
      { scheduled: [5, 5] },
      expect.stringContaining('Nothing is in doubt'),
    ]);
  });
});

describe('A database that is a copy, or was put back', () => {
  it('puts what came from v1 in doubt too, and what a person had frozen stays frozen', async () => {
    await run();
    await restore(await backup(), { resumed: false });
    await sql(target, `update v1_organization set detail = detail - 'restoredAt'`);
    await sql(target, 'update organization set frozen_at = null, frozen_reason = null');
    await freeze(target.context.database, { organizationId: id() }, { reason: 'holiday', waitMs: 0 });
    await noteCopied(target.context.database);
    await resume(target.context, {}, { action: 'now' });
    expect([await posts(), await failure(takeOver())]).toEqual([{ scheduled: [5, 0] }, doubt]);
    await look('--yes');
    expect([await state(), await posts()]).toEqual([
      { publishes: 'crier', problem: null },
      { scheduled: [5, 0] },
    ]);
    await resume(target.context, { organizationId: id() }, { action: 'now' });
    expect(await posts()).toEqual({ scheduled: [5, 5] });
    await noteRestored(target.context.database, new Date());
    expect([await posts(), await failure(takeOver())]).toEqual([{ scheduled: [5, 0] }, doubt]);
  });
});
