import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { sql } from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { makeV1Source, type V1Source } from '../../test/v1/make-source.ts';
import { runPass } from '../copy/run-pass.ts';
import { STOPPED_AT } from '../map/post.ts';
import { registerSource, type Migration } from '../v1-source.ts';
import { cutOver, type CutoverOptions } from './cut-over.ts';
import { readOrganizations, type MigratedOrganization } from './organizations.ts';
import { rollBack } from './roll-back.ts';
import type { TakenOver } from './take-over.ts';

const SERVER = process.env.CRIER_TEST_DATABASE_URL ?? '';
let crier: TestInstance;
let v1: V1Source;
let migration: Migration;
beforeAll(async () => {
  crier = await startInstance({ temporal: false });
});
afterAll(() => crier?.stop());
beforeEach(async () => {
  v1 = await makeV1Source(SERVER, {
    age: 'v2.11.3',
    organizations: 2,
    posts: 30,
    waiting: 10,
    seed: randomUUID(),
  });
  migration = await registerSource(crier.context, {
    source: v1.url,
    jwtSecret: v1.jwtSecret,
    uploads: null,
    env: {},
  });
  await runPass(migration);
});
afterEach(async () => {
  await migration.close();
  await v1.drop();
});

const organization = async (n = 1): Promise<MigratedOrganization> => {
  const all = await readOrganizations(crier.context.database, migration.sourceId);
  const found = all.find(({ legacyId }) => legacyId === v1.organizations[n]?.id);
  if (!found) throw new Error('The organisation was not copied');
  return found;
};
const run = async (options: Partial<CutoverOptions> = {}): Promise<TakenOver | null> =>
  cutOver(migration, await organization(), {
    overdue: 'ask',
    graceMs: 1500,
    frozenSource: false,
    withoutRedis: true,
    say: () => undefined,
    ...options,
  });
const inV1 = async (): Promise<Record<string, number>> => {
  const rows = await v1.query<{ state: string; n: number }>(
    `select case "deletedAt" when '${STOPPED_AT}' then 'STOPPED' else state::text end as state, count(*)::int as n
      from "Post" where "organizationId" = $1 group by 1`,
    [v1.organizations[1]?.id],
  );
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
};
/** Moves the first waiting posts of v1 to this long ago. */
const makeDue = (minutes: readonly number[]): Promise<unknown> =>
  v1.query(
    `update "Post" p set "publishDate" = now() at time zone 'UTC' - make_interval(mins => m.minutes::int)
      from (select id, (array[${minutes.join(',')}])[row_number() over (order by id)] as minutes from "Post"
        where "organizationId" = $1 and state = 'QUEUE' order by id limit ${minutes.length}) m where m.id = p.id`,
    [v1.organizations[1]?.id],
  );

describe('A cutover that fails', () => {
  const refuse = async (): Promise<void> => {
    await sql(
      crier,
      `create or replace function refuse_names() returns trigger language plpgsql as
        $$begin raise exception 'names clash'; end$$`,
    );
    await sql(
      crier,
      'create trigger names_clash before insert or update on tag for each row execute function refuse_names()',
    );
  };
  const allow = (): Promise<unknown> => sql(crier, 'drop trigger if exists names_clash on tag');
  afterEach(allow);
  const renameTag = (): Promise<unknown> => v1.query(`update "Tags" set name = name || '!'`);

  it('before it has stopped anything has not touched v1', async () => {
    await refuse();
    await renameTag();
    await expect(run()).rejects.toThrow('names clash');
    const { phase, stoppedMs } = await organization();
    expect([await inV1(), phase, stoppedMs]).toEqual([{ QUEUE: 5, PUBLISHED: 10 }, 'copying', null]);
  });

  it('names a post that is not here as it is in v1, and stops nothing', async () => {
    await sql(
      crier,
      `create or replace function lose_digest() returns trigger language plpgsql as
        $$begin new.digest = 'none'; return new; end$$`,
    );
    await sql(
      crier,
      `create trigger lost before insert or update on legacy_id for each row when (new.kind = 'post') execute function lose_digest()`,
    );
    await v1.query(`update "Post" set content = content || '!' where state = 'QUEUE'`);
    await expect(run()).rejects.toThrow(/records of "Organisation 1" are not here as they are in v1 \(post /);
    await sql(crier, 'drop trigger lost on legacy_id');
    expect(await inV1()).toEqual({ QUEUE: 5, PUBLISHED: 10 });
  });

  it('after the stop gives the organisation back to v1 by itself, and says so', async () => {
    let broken: Promise<unknown> | undefined;
    const say = (line: string): void => {
      if (line.includes('stopped ')) broken ??= refuse().then(renameTag);
    };
    await makeDue([1]);
    await expect(run({ say })).rejects.toThrow(/names clash.* v1 publishes for "Organisation 1" again/);
    await broken;
    const { phase, problem, publishes } = await organization();
    expect([await inV1(), phase, publishes]).toEqual([{ QUEUE: 5, PUBLISHED: 10 }, 'copying', 'v1']);
    expect(problem).toMatch(/names clash/);
    await allow();
    expect(await run()).toMatchObject({ waiting: 5 });
    expect((await organization()).problem).toBeNull();
  });

  it('and cannot give back says what to type, in the error and in the status', async () => {
    const name = new URL(v1.url).pathname.slice(1);
    let broken: Promise<unknown> | undefined;
    const say = (line: string): void => {
      if (!line.includes('stopped ')) return;
      broken ??= refuse().then(() => v1.query(`alter database "${name}" set default_transaction_read_only = on`)).then(renameTag);
    };
    const id = (await organization()).id;
    await makeDue([1]);
    await expect(run({ say })).rejects.toThrow(
      new RegExp(`Nobody publishes for "Organisation 1" now.*migrate-v1 rollback --organization ${id} --yes`),
    );
    await broken;
    expect((await organization()).problem).toContain(`migrate-v1 rollback --organization ${id} --yes`);
    await v1.query(`alter database "${name}" set default_transaction_read_only = off`);
    expect(await rollBack(migration, await organization())).toBe(5);
  });
});

