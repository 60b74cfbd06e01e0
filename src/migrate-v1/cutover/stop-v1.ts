/**
 * The one write into v1: what waits there, and each series, is marked as deleted, so that none of its jobs
 * and runs sends it; a rollback takes the mark away.
 */
import pg from 'pg';
import { ApiError } from '../../platform/errors.ts';
import { DATE_UNNOTED, FOUND_DELETED, SENT_UNNOTED, STOPPED_AS_DRAFT, STOPPED_AT } from '../map/post.ts';
import { connectionOf, errorOfSource } from '../source/open-source.ts';
import type { Migration } from '../v1-source.ts';
import type { MigratedOrganization } from './organizations.ts';

interface StoppedPost {
  readonly id: string;
  readonly state: string;
  readonly error: string | null;
  readonly publishDate: string;
}

interface NotedPost {
  readonly id: string;
  readonly state: string;
  readonly error: string | null;
  readonly releaseId: string | null;
  readonly url: string | null;
  readonly mayBePublished: boolean;
  /** Whether a later date of the series may be published. */
  readonly dateMayBePublished: boolean;
}

// A series publishes again and again on a row that is published.
const GOES_OUT = `"deletedAt" is null
  and (state = 'QUEUE' or state = 'PUBLISHED' and "intervalInDays" > 0 and "parentPostId" is null)`;
const LEFT = `"organizationId" = $1 and ${GOES_OUT}`;
const WAITING = `select id, state::text, error, to_json("publishDate") #>> '{}' as "publishDate" from "Post"
  where ${LEFT} order by id limit $2`;
const STOP = `update "Post" set "deletedAt" = '${STOPPED_AT}'
  where ${LEFT} and id = any($2) returning id, state = 'QUEUE' as waits, "parentPostId" is null as "isPost"`;
// What v1 has sent or failed to send since stays as it is; a run that found it deleted has not tried it.
const IS_FOUND_DELETED = `p.state = 'ERROR' and p.error = '${FOUND_DELETED}'`;
const WAS_CHANGED = `(p.state = 'DRAFT' and p.error = '${STOPPED_AS_DRAFT}' or ${IS_FOUND_DELETED})`;
// Its run was asked to send, and was ended or noted nothing: v1 would send it once more. Another run may have
// found it deleted since.
const MAY_BE_PUBLISHED = `(s."mayBePublished" and (p.state = 'QUEUE' or ${IS_FOUND_DELETED} and s.state = 'QUEUE'))`;
const DATE_MAY_BE_OUT = `(s."dateMayBePublished" and (p.state = 'PUBLISHED' or ${IS_FOUND_DELETED} and s.state = 'PUBLISHED'))`;
const GO_ON = `update "Post" p set "deletedAt" = null,
    state = case when ${MAY_BE_PUBLISHED} or ${DATE_MAY_BE_OUT} then 'ERROR' when ${WAS_CHANGED} then s.state::"State" else p.state end,
    error = case when ${MAY_BE_PUBLISHED} then $2 when ${DATE_MAY_BE_OUT} then $3 when ${WAS_CHANGED} then s.error else p.error end
  from jsonb_to_recordset($1::jsonb) as s(id text, state text, error text, "mayBePublished" boolean, "dateMayBePublished" boolean)
  where p.id = s.id and (p."deletedAt" = '${STOPPED_AT}' or p.state = 'DRAFT' and p.error = '${STOPPED_AS_DRAFT}')
  returning p.id, p.state = 'QUEUE' and p."parentPostId" is null as waits`;
// Until the stop is known to be done, the time at which it is at the latest: a crash in between must not make
// a post look as if it had been stopped before it was due.
const NOTE = `insert into v1_stopped_post
    (source_id, legacy_id, organization_id, state, error, publish_date, stopped_at)
  select ?, s.id, ?, s.state, s.error, s."publishDate" at time zone 'UTC', now() + interval '2 minutes'
  from jsonb_to_recordset(?::jsonb) as s(id text, state text, error text, "publishDate" timestamp)
  on conflict (source_id, legacy_id) do update
    set state = excluded.state, error = excluded.error, publish_date = excluded.publish_date,
      stopped_at = excluded.stopped_at`;
const NOTE_TIME = `update v1_stopped_post set stopped_at = clock_timestamp()
  where source_id = ? and legacy_id in (select jsonb_array_elements_text(?::jsonb))`;
const NOT_TIMED = `select legacy_id as id from v1_stopped_post
  where source_id = ? and organization_id = ? and stopped_at > clock_timestamp()`;
const IS_MARKED = `("deletedAt" = '${STOPPED_AT}' or state = 'DRAFT' and error = '${STOPPED_AS_DRAFT}')`;
const IS_STOPPED = `select 1 from "Post" where id = any($1) and ${IS_MARKED} limit 1`;
const MARKS = `select count(*) filter (where ${IS_MARKED})::int as stopped,
    count(*) filter (where ${IS_MARKED} and "parentPostId" is null)::int as "stoppedPosts",
    count(*) filter (where ${IS_MARKED} and not id = any($2))::int as "byOthers",
    count(*) filter (where ${GOES_OUT})::int as "left",
    count(*) filter (where ${GOES_OUT} and id = any($2))::int as "goesOn",
    count(*) filter (where ${GOES_OUT} and id = any($2) and "parentPostId" is null)::int as "goesOnPosts"
  from "Post" where "organizationId" = $1`;
const STOP_AGAIN = `update "Post" set "deletedAt" = '${STOPPED_AT}'
  where "organizationId" = $1 and ${GOES_OUT} and id = any($2) returning "parentPostId" is null as "isPost"`;
const NOTED = 'select legacy_id as id from v1_stopped_post where source_id = ? and organization_id = ?';
const ARE_STOPPED = `select id from "Post" where id = any($1) and "deletedAt" = '${STOPPED_AT}'`;
// What v1 has sent, and was found on the network because it had not noted it, is not sent by it again.
const SENT = `update "Post" p set state = 'PUBLISHED', error = null, "deletedAt" = null, "releaseId" = s."releaseId", "releaseURL" = s.url
  from jsonb_to_recordset($1::jsonb) as s(id text, "releaseId" text, url text)
  where p.id = s.id and s."releaseId" is not null and p.state <> 'PUBLISHED' returning p.id`;
const STOPPED_POSTS = `select p.legacy_id as id, p.state, p.error, p.release_id as "releaseId", p.release_url as url,
    coalesce(j.begun and jsonb_exists(j.job, 'taskQueue'), false) as "mayBePublished",
    coalesce(j.begun and jsonb_exists(j.job, 'inDoubt'), false) as "dateMayBePublished"
  from v1_stopped_post p left join v1_job j on j.source_id = p.source_id and j.legacy_id = p.legacy_id
  where p.source_id = ? and p.organization_id = ? order by p.legacy_id`;
const BATCH = 1000;
const STATEMENT_MS = 60_000;

/** What the stop would write, as text for a person. */
export const stopStatement = `update "Post" set "deletedAt" = '${STOPPED_AT}' where state = 'QUEUE' …`;

/** What was stopped: waiting posts, and series. A thread is one post and a row for each part. */
export interface StoppedPosts {
  readonly rows: number;
  readonly waiting: number;
  readonly series: number;
}

/**
 * Stops the waiting posts and the series of an organisation in v1. What they were is noted here first, so
 * that a rollback can put it back regardless of what happens in between.
 *
 * @throws ApiError `invalid_request` when the database may not be written to; nothing was stopped then
 */
export async function stopV1(
  migration: Migration,
  organization: MigratedOrganization,
): Promise<StoppedPosts> {
  return withWriter(migration, async (query) => {
    let [rows, waiting, series] = [0, 0, 0];
    for (;;) {
      const posts = await query<StoppedPost>(WAITING, [organization.legacyId, BATCH]);
      if (!posts.length) {
        return { rows: rows + (await noteInterrupted(query, migration, organization)), waiting, series };
      }
      await migration.context.database
        .fork()
        .transactional((tx) =>
          tx.execute(NOTE, [migration.sourceId, organization.id, JSON.stringify(posts)]),
        );
      // What v1 has published meanwhile stays as it is.
      const values = [organization.legacyId, posts.map(({ id }) => id)];
      const stopped = await query<{ id: string; waits: boolean; isPost: boolean }>(STOP, values);
      await noteTime(
        migration,
        stopped.map(({ id }) => id),
      );
      rows += stopped.length;
      waiting += stopped.filter(({ waits, isPost }) => waits && isPost).length;
      series += stopped.filter(({ waits }) => !waits).length;
    }
  });
}

/**
 * Stops again what was stopped already: a v1 that was restored from an older dump would send it.
 *
 * @returns how many posts; a thread is one
 * @throws ApiError as stopV1
 */
export async function stopV1Again(migration: Migration, organization: MigratedOrganization): Promise<number> {
  const values = [organization.legacyId, await readNoted(migration, organization)];
  return withWriter(migration, async (query) => {
    const stopped = await query<{ isPost: boolean }>(STOP_AGAIN, values);
    return stopped.filter(({ isPost }) => isPost).length;
  });
}

async function noteTime({ context, sourceId }: Migration, ids: readonly string[]): Promise<void> {
  await context.database.fork().transactional((tx) => tx.execute(NOTE_TIME, [sourceId, JSON.stringify(ids)]));
}

/** What an earlier stop has stopped without noting when, because it was killed, was stopped by now. */
async function noteInterrupted(
  query: Write,
  migration: Migration,
  organization: MigratedOrganization,
): Promise<number> {
  const { context, sourceId } = migration;
  const open = await context.database
    .fork()
    .execute<{ id: string }[]>(NOT_TIMED, [sourceId, organization.id]);
  if (!open.length) return 0;
  const stopped = await query<{ id: string }>(ARE_STOPPED, [open.map(({ id }) => id)]);
  await noteTime(
    migration,
    stopped.map(({ id }) => id),
  );
  return stopped.length;
}

/**
 * Puts back what was stopped, as it was. What v1 has changed since stays as it is, and what it has sent, as
 * it turned out on the network, is published.
 */
export async function restartV1(migration: Migration, organization: MigratedOrganization): Promise<number> {
  const { context, source, sourceId } = migration;
  const posts = await context.database
    .fork()
    .execute<NotedPost[]>(STOPPED_POSTS, [sourceId, organization.id]);
  // A stop that was refused has noted posts that v1 still publishes: its database may not be written to.
  const ids = posts.map(({ id }) => id);
  if (!posts.some(({ releaseId }) => releaseId) && !(await source.query(IS_STOPPED, [ids])).length) return 0;
  return withWriter(migration, async (query) => {
    let count = 0;
    for (let from = 0; from < posts.length; from += BATCH) {
      const batch = JSON.stringify(posts.slice(from, from + BATCH));
      await query(SENT, [batch]);
      const again = await query<{ waits: boolean }>(GO_ON, [batch, SENT_UNNOTED, DATE_UNNOTED]);
      count += again.filter(({ waits }) => waits).length;
    }
    return count;
  });
}

const FORGET = 'delete from v1_stopped_post where source_id = ? and organization_id = ?';

/** Forgets what was stopped, when it waits in v1 again. */
export async function forgetStopped(
  { context, sourceId }: Migration,
  { id }: MigratedOrganization,
): Promise<void> {
  await context.database.fork().transactional((tx) => tx.execute(FORGET, [sourceId, id]));
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

/** Reads them for one organisation; nothing is changed. */
export async function readMarks(
  migration: Pick<Migration, 'context' | 'source' | 'sourceId'>,
  organization: Pick<MigratedOrganization, 'id' | 'legacyId'>,
): Promise<Marks> {
  const noted = await readNoted(migration, organization);
  const [marks] = await migration.source.query<Omit<Marks, 'noted'>>(MARKS, [organization.legacyId, noted]);
  if (!marks) throw new Error('the marks are one row');
  return { ...marks, noted: noted.length };
}

async function readNoted(
  { context, sourceId }: Pick<Migration, 'context' | 'sourceId'>,
  { id }: Pick<MigratedOrganization, 'id'>,
): Promise<string[]> {
  const noted = await context.database.fork().execute<{ id: string }[]>(NOTED, [sourceId, id]);
  return noted.map((post) => post.id);
}

type Write = <Row extends object>(text: string, values: readonly unknown[]) => Promise<Row[]>;

/** A connection that may write into v1. @throws ApiError `invalid_request` when it may not */
export async function withWriter<T>({ access }: Migration, work: (query: Write) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    ...connectionOf(access.source, STATEMENT_MS, '-c lock_timeout=10000'),
    application_name: 'crier-migrate-v1-write',
  });
  client.on('error', () => undefined); // the query that is under way says so itself
  const explain = (error: unknown): never => {
    throw errorOfWriter(error);
  };
  try {
    await client.connect().catch(explain);
    return await work(
      async <Row extends object>(text: string, values: readonly unknown[]) =>
        (await client.query<Row>(text, [...values]).catch(explain)).rows,
    );
  } finally {
    await client.end();
  }
}

function errorOfWriter(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError) || !['42501', '25006'].includes(error.code ?? '')) {
    return errorOfSource(error);
  }
  return new ApiError('invalid_request', {
    message: `v1 cannot be stopped: its database says "${error.message}". Give a URL whose role may update "Post", or stop the containers of v1 and repeat this with --frozen-source`,
    cause: error,
  });
}
