/** What proves that v1 cannot publish any more: a cutover without it is refused, with what to type. */
import { counted } from '../../platform/counted.ts';
import { ApiError } from '../../platform/errors.ts';
import { schedulesWithTemporal } from '../source/version.ts';
import type { Migration } from '../v1-source.ts';
import type { MigratedOrganization } from './organizations.ts';
import { StillWorks } from './still-works.ts';
import { assertQueueQuiet } from './stop-jobs.ts';
import { countRunWorkers, noteRuns } from './stop-runs.ts';
import { TemporalUnreachable } from '../source/open-temporal.ts';

/** What the operator says of v1. */
export interface ProofOptions {
  /** Its containers are stopped. */
  readonly frozenSource: boolean;
  /** Its queue on Redis cannot be reached, and stays as it is: only its rows stop it. */
  readonly withoutRedis?: boolean;
}

/**
 * Up to v2.11.3 each job reads the row, so a row that is marked is enough; but only its Redis says what is
 * being sent. From v2.12.0 on a run may have read the row months ago and does not do so again: it must be
 * ended, or nothing of v1 may be there to go on with it.
 *
 * @throws ApiError `invalid_request` when nothing says that v1 cannot publish any more
 */
export function assertProof({ source, access }: Migration, options: ProofOptions): void {
  if (options.frozenSource) return;
  if (schedulesWithTemporal(source.shape)) {
    if (access.temporal) return;
    throw new ApiError('invalid_request', {
      inEnglish:
        'This release of v1 publishes by runs of its Temporal, which do not look at its database again: they have to be ended. ' +
        'Repeat "copy" with --temporal HOST:7233/NAMESPACE, or stop the containers of v1 permanently, wait two minutes, and repeat this with --frozen-source',
    });
  }
  if (access.redis || options.withoutRedis) return;
  throw new ApiError('invalid_request', {
    inEnglish:
      'Only the Redis of v1 says which posts it is sending at this moment. Repeat "copy" with --redis redis://…, ' +
      'or stop the containers of v1, wait two minutes, and repeat this with --frozen-source. Where its Redis cannot be reached, ' +
      'repeat this with --without-redis: v1 sends nothing that is stopped in its database, what was due in the last half hour is waited for, and its jobs stay',
  });
}

const LAST_CHANGE = `select floor(extract(epoch from max("updatedAt")) * 1000)::float8 as last,
    floor(extract(epoch from now() at time zone 'UTC') * 1000)::float8 as now from "Post"`;
// v1 (Prisma) gives its connections no name; a person who looks at the database has one: psql, pgAdmin,
// Crier.
const CONNECTED = `select count(*)::int as count from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend' and application_name = ''`;
// What others do is hidden from a role that may not see it (PostgreSQL's documentation, pg_read_all_stats).
const HIDDEN = `select count(*)::int as count from pg_stat_activity
  where datname = current_database() and backend_type is null`;
const QUIET_MS = 120_000;

/**
 * Looks whether a v1 that is to be stopped still works: by its rows, its connections, and its Redis or
 * Temporal.
 *
 * @returns what could not be looked at, as text for a person
 * @throws StillWorks when it does; ApiError `invalid_request` when that cannot be seen
 */
export async function assertStopped(
  migration: Migration,
  organization: MigratedOrganization,
): Promise<string[]> {
  const [row] = await migration.source.query<{ last: number | null; now: number }>(LAST_CHANGE);
  if (row?.last && row.now - row.last <= QUIET_MS) {
    throw new StillWorks(`it changed a post ${Math.round((row.now - row.last) / 1000)} s ago`);
  }
  const [connected] = await migration.source.query<{ count: number }>(CONNECTED);
  if (connected?.count) {
    const { count } = connected;
    throw new StillWorks(
      `${counted(count, 'connection')} without a name, as those of v1 are, ${count === 1 ? 'is' : 'are'} open to its database`,
    );
  }
  const [hidden] = await migration.source.query<{ count: number }>(HIDDEN);
  if (hidden?.count) {
    throw new ApiError('invalid_request', {
      inEnglish:
        `${hidden.count} connections of other roles are open to the database of v1, and the role of --source may not see whose. ` +
        'Give it the right: grant pg_read_all_stats to that role. Then repeat this',
    });
  }
  const silent = 'does not answer, so only its database was looked at';
  const said: string[] = [];
  if (!(await assertQueueQuiet(migration, organization, QUIET_MS))) said.push(`the Redis of v1 ${silent}`);
  if (!(await assertRunsQuiet(migration, organization))) said.push(`the Temporal of v1 ${silent}`);
  return said;
}

/** @returns false when its Temporal does not answer: it may be stopped too */
async function assertRunsQuiet(migration: Migration, organization: MigratedOrganization): Promise<boolean> {
  try {
    const workers = await countRunWorkers(migration);
    if (workers) {
      throw new StillWorks(
        `${workers} ${workers === 1 ? 'process' : 'processes'} of it took tasks from its Temporal in the last minute and a half`,
      );
    }
    await noteRuns(migration, organization);
    return true;
  } catch (error) {
    if (error instanceof TemporalUnreachable) return false;
    throw error;
  }
}
