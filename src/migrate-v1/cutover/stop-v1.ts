/**
 * The stop of v1, the one write into it: each row that it would still publish is marked as deleted, so that
 * none of its jobs and runs sends it. A rollback takes the mark away (restart-v1.ts).
 */
import { STOPPED_AT } from '../map/post.ts';
import type { Migration } from '../v1-source.ts';
import type { MigratedOrganization } from './organizations.ts';
import {
  noteRows,
  noteTime,
  readNotedIds,
  readWithoutTime,
  stopped,
  type RowBefore,
} from './stopped-rows.ts';
import { withWriter, type Write } from './write-v1.ts';

/** The SQL condition for a row that v1 would publish. A series publishes on a row that is published. */
const WOULD_PUBLISH = `"deletedAt" is null
  and (state = 'QUEUE' or state = 'PUBLISHED' and "intervalInDays" > 0 and "parentPostId" is null)`;
const BATCH = 1000;

/** What the stop would write, as text for a person. */
export const stopStatement = `update "Post" set "deletedAt" = '${STOPPED_AT}' where state = 'QUEUE' …`;

/** What was stopped: waiting posts, and series. A thread is one post and a row for each part. */
export interface StoppedPosts {
  readonly rows: number;
  readonly waiting: number;
  readonly series: number;
}

/** A row that was marked. `waits`: it is not a series; `isPost`: it is the first part of its thread. */
interface MarkedRow {
  readonly id: string;
  readonly waits: boolean;
  readonly isPost: boolean;
}

/**
 * Stops the waiting posts and the series of an organisation in v1.
 *
 * @throws ApiError `invalid_request` when the database may not be written to; nothing was stopped then
 */
export async function stopV1(
  migration: Migration,
  organization: MigratedOrganization,
): Promise<StoppedPosts> {
  return withWriter(migration, async (query) => {
    const marked: MarkedRow[] = [];
    for (;;) {
      const rows = await readBatch(query, organization);
      if (!rows.length) break;
      await noteRows(migration, organization, rows);
      const batch = await markRows(query, organization, rows.map(idOf));
      await noteTime(migration, batch.map(idOf));
      marked.push(...batch);
    }
    return {
      rows: marked.length + (await noteInterrupted(query, migration, organization)),
      waiting: marked.filter(({ waits, isPost }) => waits && isPost).length,
      series: marked.filter(({ waits }) => !waits).length,
    };
  });
}

/**
 * Stops again what was stopped already: a v1 that was restored from an older dump would send it.
 *
 * @returns how many posts; a thread is one
 * @throws ApiError as stopV1
 */
export async function stopV1Again(migration: Migration, organization: MigratedOrganization): Promise<number> {
  const ids = await readNotedIds(migration, organization);
  return withWriter(migration, async (query) => {
    const marked = await markRows(query, organization, ids);
    return marked.filter(({ isPost }) => isPost).length;
  });
}

const idOf = ({ id }: { readonly id: string }): string => id;

const NEXT = `select id, state::text, error, to_json("publishDate") #>> '{}' as "publishDate" from "Post"
  where "organizationId" = $1 and ${WOULD_PUBLISH} order by id limit $2`;

const readBatch = (query: Write, { legacyId }: MigratedOrganization): Promise<RowBefore[]> =>
  query<RowBefore>(NEXT, [legacyId, BATCH]);

const MARK = `update "Post" set "deletedAt" = '${STOPPED_AT}'
  where "organizationId" = $1 and ${WOULD_PUBLISH} and id = any($2)
  returning id, state = 'QUEUE' as waits, "parentPostId" is null as "isPost"`;

/** Marks those rows that v1 would still publish: what it has published meanwhile stays as it is. */
const markRows = (
  query: Write,
  { legacyId }: MigratedOrganization,
  ids: readonly string[],
): Promise<MarkedRow[]> => query<MarkedRow>(MARK, [legacyId, ids]);

const ARE_MARKED = `select id from "Post" where id = any($1) and "deletedAt" = '${STOPPED_AT}'`;

/** Notes the time of rows that an earlier stop has marked before it was killed. @returns how many */
async function noteInterrupted(
  query: Write,
  migration: Migration,
  organization: MigratedOrganization,
): Promise<number> {
  const ids = await readWithoutTime(migration, organization);
  if (!ids.length) return 0;
  const marked = await query<{ id: string }>(ARE_MARKED, [ids]);
  await noteTime(migration, marked.map(idOf));
  return marked.length;
}

/** What v1 shows of its stop: posts that wait there, and series. */
export interface Marks {
  /** Rows that Crier has stopped. */
  readonly stopped: number;
  /** The same, with each thread once. */
  readonly stoppedPosts: number;
  /** The rows among these that this instance does not know to have stopped. */
  readonly byOthers: number;
  /** What v1 would publish. */
  readonly left: number;
  /** Those of them that this instance had stopped. */
  readonly goesOn: number;
  /** The same, with each thread once. */
  readonly goesOnPosts: number;
  /** What this instance knows to have stopped. */
  readonly noted: number;
}

const IS_STOPPED = stopped('"Post"');
const MARKS = `select count(*) filter (where ${IS_STOPPED})::int as stopped,
    count(*) filter (where ${IS_STOPPED} and "parentPostId" is null)::int as "stoppedPosts",
    count(*) filter (where ${IS_STOPPED} and not id = any($2))::int as "byOthers",
    count(*) filter (where ${WOULD_PUBLISH})::int as "left",
    count(*) filter (where ${WOULD_PUBLISH} and id = any($2))::int as "goesOn",
    count(*) filter (where ${WOULD_PUBLISH} and id = any($2) and "parentPostId" is null)::int as "goesOnPosts"
  from "Post" where "organizationId" = $1`;

/** The marks of one organisation; nothing is changed. */
export async function readMarks(
  migration: Pick<Migration, 'context' | 'source' | 'sourceId'>,
  organization: Pick<MigratedOrganization, 'id' | 'legacyId'>,
): Promise<Marks> {
  const noted = await readNotedIds(migration, organization);
  const [marks] = await migration.source.query<Omit<Marks, 'noted'>>(MARKS, [organization.legacyId, noted]);
  if (!marks) throw new Error('the marks are one row');
  return { ...marks, noted: noted.length };
}
