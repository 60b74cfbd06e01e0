/** A v1 that is copied and cut over, for tests. */
import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { cutOver, type CutoverOptions } from '../cutover/cut-over.ts';
import type { MigratedOrganization } from '../cutover/organizations.ts';
import type { TakenOver } from '../cutover/take-over.ts';
import { STOPPED_AT } from '../map/post.ts';
import type { Migration } from '../v1-source.ts';
import { sql } from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { makeV1Source, type V1Source } from './make-source.ts';
import { accessOf, copyV1, organizationOf } from './temporal-source.ts';

const SERVER = process.env.CRIER_TEST_DATABASE_URL ?? '';
export let crier: TestInstance;
export let v1: V1Source;
export let migration: Migration;

/**
 * Opens it for the tests of a file: one instance, and a v1 of its own for each test, which has been copied.
 */
export function useCutoverWorld(): void {
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
    migration = await copyV1(crier.context, accessOf(v1));
  });
  afterEach(async () => {
    await migration.close();
    await v1.drop();
  });
}

/** The second one, unless another is meant. */
export const organization = (n = 1): Promise<MigratedOrganization> => organizationOf(migration, v1, n);
/** Cuts it over: at once, and without a Redis. */
export const run = async (options: Partial<CutoverOptions> = {}): Promise<TakenOver | null> =>
  cutOver(migration, await organization(), {
    overdue: 'ask',
    graceMs: 0,
    frozenSource: false,
    withoutRedis: true,
    say: () => undefined,
    ...options,
  });
/** How many of its posts v1 has in each state, or stopped. */
export const inV1 = async (): Promise<Record<string, number>> => {
  const rows = await v1.query<{ state: string; n: number }>(
    `select case "deletedAt" when '${STOPPED_AT}' then 'STOPPED' else state::text end as state, count(*)::int as n
      from "Post" where "organizationId" = $1 group by 1`,
    [v1.organizations[1]?.id],
  );
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
};
/** How many Crier has in each state. */
export const here = async (): Promise<Record<string, number>> => {
  const rows = await sql<{ state: string; n: number }>(
    crier,
    'select state, count(*)::int as n from post where organization_id = $1 and deleted_at is null group by state',
    [v1.organizations[1]?.id],
  );
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
};
/** How many runs were asked for. */
export const starts = async (): Promise<number> =>
  (
    await sql(
      crier,
      `select 1 from outbox b join post_group g on g.id = b.post_group_id where g.organization_id = $1`,
      [v1.organizations[1]?.id],
    )
  ).length;
/** Moves the first waiting posts of v1 to this long ago. */
export const makeDue = (minutes: readonly number[]): Promise<unknown> =>
  v1.query(
    `update "Post" p set "publishDate" = now() at time zone 'UTC' - make_interval(mins => m.minutes::int)
      from (select id, (array[${minutes.join(',')}])[row_number() over (order by id)] as minutes from "Post"
        where "organizationId" = $1 and state = 'QUEUE' order by id limit ${minutes.length}) m where m.id = p.id`,
    [v1.organizations[1]?.id],
  );
