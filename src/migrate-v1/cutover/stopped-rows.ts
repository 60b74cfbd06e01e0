/**
 * The rows of v1 that Crier has stopped. `v1_stopped_post` has each as it was, noted before it is stopped, so
 * that it can be put back regardless of what happens in between.
 */
import { STOPPED_AS_DRAFT, STOPPED_AT } from '../map/post.ts';
import type { Migration } from '../v1-source.ts';
import type { MigratedOrganization } from './organizations.ts';

/** A row of v1 that is to be stopped. */
export interface RowBefore {
  readonly id: string;
  readonly state: string;
  readonly error: string | null;
  readonly publishDate: string;
}

/** A stopped row as it was, and what is known of its post since. */
export interface NotedRow extends Pick<RowBefore, 'id' | 'state' | 'error'> {
  readonly releaseId: string | null;
  readonly url: string | null;
  readonly mayBePublished: boolean;
  /** Whether a later date of the series may be published. */
  readonly dateMayBePublished: boolean;
}

type Source = Pick<Migration, 'context' | 'sourceId'>;
type Organization = Pick<MigratedOrganization, 'id'>;

/** The SQL condition for a row of v1's table that Crier has stopped; earlier releases made it a draft. */
export const stopped = (post: '"Post"' | 'p'): string =>
  `(${post}."deletedAt" = '${STOPPED_AT}' or ${post}.state = 'DRAFT' and ${post}.error = '${STOPPED_AS_DRAFT}')`;

// The time of the stop is not known yet, so it is the latest possible one: after a crash, a post must not
// look as if it had been stopped before it was due.
const NOTE = `insert into v1_stopped_post
    (source_id, legacy_id, organization_id, state, error, publish_date, stopped_at)
  select ?, s.id, ?, s.state, s.error, s."publishDate" at time zone 'UTC', now() + interval '2 minutes'
  from jsonb_to_recordset(?::jsonb) as s(id text, state text, error text, "publishDate" timestamp)
  on conflict (source_id, legacy_id) do update
    set state = excluded.state, error = excluded.error, publish_date = excluded.publish_date,
      stopped_at = excluded.stopped_at`;

/** Notes rows as they are, before they are stopped. */
export async function noteRows(
  { context, sourceId }: Source,
  { id }: Organization,
  rows: readonly RowBefore[],
): Promise<void> {
  await context.database.fork().transactional((tx) => tx.execute(NOTE, [sourceId, id, JSON.stringify(rows)]));
}

const NOTE_TIME = `update v1_stopped_post set stopped_at = clock_timestamp()
  where source_id = ? and legacy_id in (select jsonb_array_elements_text(?::jsonb))`;

/** Notes that rows are stopped by now. */
export async function noteTime({ context, sourceId }: Source, ids: readonly string[]): Promise<void> {
  await context.database.fork().transactional((tx) => tx.execute(NOTE_TIME, [sourceId, JSON.stringify(ids)]));
}

const WITHOUT_TIME = `select legacy_id as id from v1_stopped_post
  where source_id = ? and organization_id = ? and stopped_at > clock_timestamp()`;

/** The ids of noted rows of which it is not known whether and when they were stopped. */
export const readWithoutTime = (source: Source, organization: Organization): Promise<string[]> =>
  readIds(source, organization, WITHOUT_TIME);

const ALL = 'select legacy_id as id from v1_stopped_post where source_id = ? and organization_id = ?';

/** The ids in v1 of what was stopped, or was to be. */
export const readNotedIds = (source: Source, organization: Organization): Promise<string[]> =>
  readIds(source, organization, ALL);

async function readIds(
  { context, sourceId }: Source,
  { id }: Organization,
  statement: string,
): Promise<string[]> {
  const rows = await context.database.fork().execute<{ id: string }[]>(statement, [sourceId, id]);
  return rows.map((row) => row.id);
}

const AS_THEY_WERE = `select p.legacy_id as id, p.state, p.error, p.release_id as "releaseId", p.release_url as url,
    coalesce(j.begun and jsonb_exists(j.job, 'taskQueue'), false) as "mayBePublished",
    coalesce(j.begun and jsonb_exists(j.job, 'inDoubt'), false) as "dateMayBePublished"
  from v1_stopped_post p left join v1_job j on j.source_id = p.source_id and j.legacy_id = p.legacy_id
  where p.source_id = ? and p.organization_id = ? order by p.legacy_id`;

/** All noted rows as they were. */
export const readNoted = ({ context, sourceId }: Source, { id }: Organization): Promise<NotedRow[]> =>
  context.database.fork().execute<NotedRow[]>(AS_THEY_WERE, [sourceId, id]);

const FORGET = 'delete from v1_stopped_post where source_id = ? and organization_id = ?';

/** Forgets the rows, when they wait in v1 again. */
export async function forgetStopped({ context, sourceId }: Source, { id }: Organization): Promise<void> {
  await context.database.fork().transactional((tx) => tx.execute(FORGET, [sourceId, id]));
}
