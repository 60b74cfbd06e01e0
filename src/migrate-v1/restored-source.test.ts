import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { runCrier } from '../run/cli/fixtures/run-cli.ts';
import { sql } from '../test/factories.ts';
import { admin, databaseUrl } from '../test/ready-made.ts';
import {
  crier,
  here,
  inV1,
  migration,
  organization,
  run,
  useCutoverWorld,
  v1,
} from './test/cutover-world.ts';
import { accessOf } from './test/temporal-source.ts';
import { runPass } from './copy/run-pass.ts';
import { rollBack } from './cutover/roll-back.ts';
import { registerSource, type Migration } from './v1-source.ts';

const SERVER = process.env.CRIER_TEST_DATABASE_URL ?? '';

useCutoverWorld();

// PostgreSQL gives a database that is created again another number (oid), as by pg_restore --create.
describe('A v1 that is restored from a dump in the middle of its migration', () => {
  let dump: string;
  let other: string;
  const nameOf = (url: string): string => new URL(url).pathname.slice(1);
  /** A database with the rows of another one, which nobody may be connected to at that moment. */
  const createFrom = async (template: string, name: string): Promise<void> => {
    await admin(SERVER, 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      template,
    ]);
    await admin(SERVER, `create database ${name} template ${template}`);
  };
  const drop = (name: string) => admin(SERVER, `drop database if exists ${name} with (force)`);
  const restore = async (): Promise<void> => {
    await drop(nameOf(v1.url));
    await createFrom(dump, nameOf(v1.url));
  };
  beforeEach(async () => {
    [dump, other] = ['dump', 'other'].map((name) => `v1_${name}_${randomUUID().slice(0, 8)}`) as [
      string,
      string,
    ];
    await createFrom(nameOf(v1.url), dump);
  });
  afterEach(async () => {
    await drop(dump);
    await drop(other);
  });

  const inventory = () =>
    sql(
      crier,
      `select (select count(*)::int from organization) as organizations, (select count(*)::int from post) as posts,
        (select count(*)::int from v1_source) as sources`,
    );
  /** As the commands that say where v1 is do it. */
  const copyAgain = async (source = v1.url): Promise<{ migration: Migration; written: number }> => {
    const again = await registerSource(crier.context, { ...accessOf(v1), source });
    let written = 0;
    try {
      await runPass(again, {}, (batch) => (written += batch.written + batch.removed));
    } finally {
      await again.close();
    }
    return { migration: again, written };
  };

  it('is the same source, at its old URL and at a new one: nothing is copied twice', async () => {
    const before = await inventory();
    await restore();
    const same = await copyAgain();
    await createFrom(dump, other);
    await drop(nameOf(v1.url));
    const moved = await copyAgain(databaseUrl(SERVER, other));
    expect([same.migration.sourceId, moved.migration.sourceId]).toEqual(Array(2).fill(migration.sourceId));
    expect([same.written, moved.written]).toEqual([0, 0]);
    expect(await inventory()).toEqual(before);
    await createFrom(other, nameOf(v1.url));
  });

  it('is refused while the one that was copied answers too, with what to do; then it is taken', async () => {
    await createFrom(dump, other);
    const source = databaseUrl(SERVER, other);
    await expect(copyAgain(source)).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(
        new RegExp(
          `This database is a copy of that of v1 .*${nameOf(v1.url)}.* stop .*, rename or drop .*repeat`,
        ),
      ),
    });
    await expect(copyAgain(source)).rejects.not.toThrow(/secret|password/i);
    expect((await copyAgain()).written).toBe(0);
    await drop(nameOf(v1.url));
    expect((await copyAgain(source)).migration.sourceId).toBe(migration.sourceId);
    await createFrom(dump, nameOf(v1.url));
  });

  it('would send what Crier has taken over: the next copy says so, the cutover stops it again, a rollback lets it go on', async () => {
    const [waiting, ours] = [await inV1(), await here()];
    await run();
    const taken = await here();
    expect((await inV1()).QUEUE).toBeUndefined();
    await restore();
    expect(await inV1()).toEqual(waiting);
    await copyAgain();
    const { id, problem } = await organization();
    expect(problem).toMatch(/v1 would send 5 posts? again/);
    const [, typed = ''] = /type "([^"]+)"/.exec(problem ?? '') ?? [];
    expect(typed).toBe(`migrate-v1 cutover --organization ${id} --yes`);
    expect((await runCrier(crier.env, 'migrate-v1', 'status')).stdout).toContain(problem);
    // Without --yes nothing is written into v1.
    await runCrier(crier.env, ...typed.replace(' --yes', '').split(' '));
    expect(await inV1()).toEqual(waiting);
    const { code, stderr } = await runCrier(crier.env, ...typed.split(' '));
    expect([code, stderr]).toEqual([0, expect.stringContaining('stopped 5 posts of v1 again')]);
    expect((await inV1()).QUEUE).toBeUndefined();
    expect([(await organization()).problem, await here()]).toEqual([null, taken]);
    await copyAgain();
    expect((await organization()).problem).toBeNull();
    await rollBack(migration, await organization());
    await copyAgain();
    expect([await inV1(), await here()]).toEqual([waiting, ours]);
  });

  it('leaves alone what was made in it since, and a v1 whose stop holds', async () => {
    await run();
    const made = async (): Promise<string[]> =>
      (
        await v1.query<{ id: string }>(
          `update "Post" set "deletedAt" = null, state = 'QUEUE' where id =
            (select id from "Post" where "organizationId" = $1 and state = 'DRAFT' order by id limit 1) returning id`,
          [v1.organizations[1]?.id],
        )
      ).map(({ id }) => id);
    const ids = await made();
    await copyAgain();
    expect((await organization()).problem).toBeNull();
    await run();
    expect(
      await v1.query('select 1 from "Post" where id = any($1) and "deletedAt" is null', [ids]),
    ).toHaveLength(ids.length);
  });
});
