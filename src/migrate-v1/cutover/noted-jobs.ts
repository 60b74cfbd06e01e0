/**
 * What started the posts of v1 and was taken away, a job or a run of each: noted, so that it can be put
 * back.
 */
import type { Migration } from '../v1-source.ts';
import type { MigratedOrganization } from './organizations.ts';

/** What was found of an organisation's jobs or runs. */
export interface StoppedJobs {
  readonly removed: number;
  /** Posts that v1 is publishing: theirs were left. */
  readonly active: readonly string[];
  /** Those whose post a process of v1 may be publishing without any trace of it. */
  readonly lost: number;
}

/** One of a post, as it is to be put back; `begun`: its post may be published. */
export interface NotedJob<As> {
  readonly id: string;
  readonly as: As;
  readonly dueMs: number;
  readonly begun: boolean;
}

const NOTE = `insert into v1_job (source_id, legacy_id, organization_id, job, due_at, begun)
  select ?, j.id, ?, j."as", to_timestamp(j."dueMs" / 1000), j.begun
  from jsonb_to_recordset(?::jsonb) as j(id text, "as" jsonb, "dueMs" float8, begun boolean)
  on conflict (source_id, legacy_id) do update
    set job = excluded.job, due_at = excluded.due_at, begun = v1_job.begun or excluded.begun`;
const NOTED = `select legacy_id as id, job as "as", begun, (extract(epoch from due_at - clock_timestamp()) * 1000)::float8 as "delayMs"
  from v1_job where source_id = ? and organization_id = ? order by legacy_id`;

export async function noteJobs<As>(
  { context, sourceId }: Migration,
  { id }: MigratedOrganization,
  jobs: readonly NotedJob<As>[],
): Promise<void> {
  if (!jobs.length) return;
  await context.database.fork().transactional((tx) => tx.execute(NOTE, [sourceId, id, JSON.stringify(jobs)]));
}

/** `delayMs`: until its date. */
export function readNotedJobs<As>(
  { context, sourceId }: Migration,
  { id }: MigratedOrganization,
): Promise<{ id: string; as: As; begun: boolean; delayMs: number }[]> {
  return context.database.fork().execute(NOTED, [sourceId, id]);
}

const IN_DOUBT = `update v1_job set job = job || '{"inDoubt": true}'
  where source_id = ? and legacy_id in (select jsonb_array_elements_text(?::jsonb))`;

/** Notes the series of which nobody knows whether the date that v1 was sending is published. */
export async function noteDatesInDoubt(
  { context, sourceId }: Migration,
  ids: readonly string[],
): Promise<void> {
  if (!ids.length) return;
  await context.database.fork().transactional((tx) => tx.execute(IN_DOUBT, [sourceId, JSON.stringify(ids)]));
}

/** A run that was asked to send stays noted: its post may be published, by either side. */
export async function forgetJobs(
  { context, sourceId }: Migration,
  { id }: MigratedOrganization,
): Promise<void> {
  await context.database.fork().transactional((tx) =>
    tx.execute(
      `delete from v1_job where source_id = ? and organization_id = ?
        and not (begun and jsonb_exists(job, 'taskQueue'))`,
      [sourceId, id],
    ),
  );
}
