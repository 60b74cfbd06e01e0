/** Posts that were due so shortly before v1 was stopped that it may have sent them without noting it. */
import type { Channel } from '../../../providers/_kit/contract.ts';
import type { Database, Statement } from '../../platform/database.ts';

/** When v1 was stopped, and for how long before that it may have been sending without noting it. */
export interface Doubt {
  readonly stoppedMs: number;
  readonly doubtMs: number;
}

/** One of them, with what it takes to look for it. `content` and `title` as they are stored. */
export interface DoubtfulPost {
  readonly id: string;
  readonly channelId: string;
  readonly provider: string;
  readonly channel: Omit<Channel, 'credentials'> & { readonly credentials: string };
  /** Whether its credentials can be used. */
  readonly usable: boolean;
  readonly content: string;
  readonly title: string;
  readonly parts: number;
  readonly dueMs: number;
  /** Ids on the network of the channel's other posts. */
  readonly known: readonly string[];
}

/**
 * The posts of an organisation that wait, each with the time at which v1 was stopped from sending it; of a v1
 * that is shut down, all have the same. `restored`: due while another cutover, of which this instance does
 * not know, may have had it sent. Parameters: that time, `doubtMs`, the organisation.
 */
export const WAITING = `waiting as (
    select p.id, p.publish_at, coalesce(s.stopped_at, ?::timestamptz) as stopped_at,
      ?::float8 * interval '1 millisecond' as doubt, coalesce(j.begun, false) or r.had as begun,
      r.had as restored,
      coalesce(not j.begun and jsonb_exists(j.job, 'taskQueue'), false) as unsent
    from post p
    left join legacy_id l on l.id = p.id and l.kind = 'post'
    left join v1_stopped_post s on s.source_id = l.source_id and s.legacy_id = l.legacy_id
    left join v1_job j on j.source_id = l.source_id and j.legacy_id = l.legacy_id
    cross join lateral (
      select exists (
        select 1 from v1_organization w where w.organization_id = p.organization_id
          and p.publish_at <= to_timestamp((w.detail ->> 'takenOverBeforeMs')::float8 / 1000)) as had) r
    where p.organization_id = ? and p.state = 'scheduled' and p.deleted_at is null)`;

/**
 * Which of them, as `w`, are in doubt. Where v1 had begun a job, the date says nothing: v1 may have been
 * late, or its clock ahead. A run that was ended before it was asked to send has not sent its post.
 */
export const IN_DOUBT =
  '(w.begun or not w.unsent and w.publish_at <= w.stopped_at and w.publish_at > w.stopped_at - w.doubt)';

const READ: Statement = {
  name: 'migrate-v1-doubtful',
  text: `with ${numbered(WAITING)}
    select p.id, i.id as "channelId", i.provider,
      not i.refresh_needed and not i.disabled and i.deleted_at is null as usable,
      jsonb_build_object('id', i.id, 'internalId', i.internal_id, 'name', i.name, 'profile', i.profile,
        'details', i.details, 'credentials', i.credentials) as channel,
      pi.content, coalesce(p.settings ->> 'title', '') as title,
      (select count(*)::int from post_item n where n.post_id = p.id) as parts,
      (extract(epoch from p.publish_at) * 1000)::float8 as "dueMs",
      coalesce((
        select jsonb_agg(n.release_id) from post o join post_item n on n.post_id = o.id
        where o.integration_id = i.id and n.release_id is not null
          and o.publish_at > p.publish_at - interval '2 days'), '[]') as known
    from waiting w
    join post p on p.id = w.id
    join post_item pi on pi.post_id = p.id and pi.position = 0
    join integration i on i.id = p.integration_id
    where ${IN_DOUBT}
    order by p.publish_at, p.id`,
};

/** Those of an organisation, the earliest first. */
export function doubtfulPosts(
  database: Pick<Database, 'query'>,
  organizationId: string,
  { stoppedMs, doubtMs }: Doubt,
): Promise<DoubtfulPost[]> {
  return database.query<DoubtfulPost>(READ, [new Date(stoppedMs), doubtMs, organizationId]);
}

/** The same text with `$1`, `$2` … instead of question marks. */
function numbered(text: string): string {
  let n = 0;
  return text.replaceAll('?', () => `$${++n}`);
}
