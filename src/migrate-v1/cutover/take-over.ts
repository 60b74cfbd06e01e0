/** The moment from which Crier publishes for an organisation: one transaction. */
import { START_WAITING } from '../../platform/outbox/start-waiting.ts';
import { recordAudit } from '../../platform/audit.ts';
import { counted, type Database } from '../../platform/database.ts';
import { overdueStatement, type OverdueRule } from '../../posts/decide/overdue-rule.ts';
import { NEEDS_FILES } from '../missing-files.ts';
import { IN_DOUBT, WAITING } from './doubtful-posts.ts';
import type { Looked } from './look-at-networks.ts';
import { sentence } from '../../platform/sentences.ts';

/** What the takeover found and decided. */
export interface TakenOver {
  /** Posts that have a run from now on. */
  readonly waiting: number;
  readonly overdue: number;
  /** Sent by v1 just before it was stopped, and found on the network although v1 had not noted it. */
  readonly found: number;
  /**
   * Due so shortly before v1 was stopped that it may have sent them, and the network could not say; dates of
   * series included.
   */
  readonly doubtful: number;
}

const FLIP = `update v1_organization
  set publishes = 'crier', phase = 'cut_over', detail = detail - 'problem', cut_over_at = clock_timestamp(), updated_at = now()
  where organization_id = ? and publishes = 'v1' and phase = 'looking'
  returning (detail ->> 'stoppedMs')::float8 as "stoppedMs"`;

const LOOKED = `looked as (
    select * from jsonb_to_recordset(?::jsonb) as l(id uuid, found jsonb, words text))`;
// Noted here as v1 should have: a rollback reports it.
const FOUND = `with ${WAITING}, ${LOOKED}, sent as (
    select w.id, l.found ->> 'id' as release_id, l.found ->> 'url' as url,
      (l.found ->> 'at')::timestamptz as at
    from waiting w join looked l on l.id = w.id
    where ${IN_DOUBT} and jsonb_typeof(l.found) = 'object'),
  found as (
    update post p set state = 'published', published_at = sent.at, release_id = sent.release_id,
      release_url = sent.url, updated_at = now()
    from sent where p.id = sent.id returning p.id, p.publish_at, p.organization_id),
  item as (
    update post_item i set published_at = sent.at, release_id = sent.release_id, release_url = sent.url
    from sent where i.post_id = sent.id and i.position = 0),
  event as (
    insert into post_event (post_id, kind, detail)
    select id, 'published', jsonb_build_object('part', 1, 'url', url, 'how', 'looked up') from sent),
  noted as (
    insert into v1_stopped_post
      (source_id, legacy_id, organization_id, state, publish_date, release_id, release_url)
    select l.source_id, l.legacy_id, f.organization_id, 'QUEUE', f.publish_at, s.release_id, s.url
    from found f join sent s on s.id = f.id join legacy_id l on l.id = f.id and l.kind = 'post'
    on conflict (source_id, legacy_id) do update
      set release_id = excluded.release_id, release_url = excluded.release_url)
  select count(*)::int as count from found`;
// Nobody can say of them that they were not sent, so a person decides, as after any lost answer. The attempt
// is what a decision closes.
const DOUBTFUL = `with ${WAITING}, ${LOOKED}, doubtful as (
    update post p set state = 'unconfirmed', error_code = 'outcome_unknown', updated_at = now(),
      error = concat_ws(' ',
        case when w.restored then 'Crier had taken over from v1 before, and may have sent this post.'
          else 'v1 was stopped just when this post was due, and may have sent it.' end,
        coalesce(l.words, 'Look at the account: it may have been published.'))
    from waiting w left join looked l on l.id = w.id
    where p.id = w.id and ${IN_DOUBT}
    returning p.id, p.organization_id, p.integration_id, p.revision, p.publish_at, p.error, w.restored),
  attempt as (
    insert into publish_attempt (id, post_item_id, revision, phase, fence, sent_at)
    select gen_random_uuid(), i.id, d.revision, 'sent', gen_random_uuid(), d.publish_at
    from doubtful d join post_item i on i.post_id = d.id and i.position = 0
    on conflict (post_item_id, revision) do nothing),
  event as (
    insert into post_event (post_id, kind, detail)
    select id, 'unconfirmed',
      jsonb_build_object('part', 1, 'reason', case when restored
        then 'it was due after a cutover that this instance does not know of'
        else 'v1 was stopped just when it was due' end)
    from doubtful),
  notified as (
    insert into notification (organization_id, kind, post_id, integration_id, content)
    select organization_id, 'unconfirmed', id, integration_id, error from doubtful)
  select count(*)::int as count from doubtful`;

// The row here is about the date before, and goes on with the one after it.
const DATES_IN_DOUBT = `with notified as (
    insert into notification (organization_id, kind, post_id, integration_id, content)
    select p.organization_id, 'unconfirmed', p.id, p.integration_id,
      'v1 was stopped while it was sending a date of this series, which may be published or not. Look at the account: Crier goes on with the next date.'
    from post p
    join legacy_id l on l.id = p.id and l.kind = 'post'
    join v1_job j on j.source_id = l.source_id and j.legacy_id = l.legacy_id
    where p.organization_id = ? and p.state = 'published' and p.interval_days is not null and p.deleted_at is null
      and jsonb_exists(j.job, 'inDoubt')
    returning 1)
  select count(*)::int as count from notified`;

const LATE = `${WAITING}, late as (select id from waiting where publish_at <= stopped_at - doubt and not begun)`;

// What is not in the library here: parts keep their other files, and settings lose the one that names it.
const WITHOUT_FILES = `with posts as (
    select p.id, p.organization_id, l.missing from legacy_id l join post p on p.id = l.id
    where p.organization_id = ? and ${NEEDS_FILES}),
  items as (
    update post_item i set media = coalesce((
      select jsonb_agg(e.m order by e.n) from jsonb_array_elements(i.media) with ordinality e(m, n)
      where exists (select 1 from media f where f.id::text = e.m ->> 'id' and f.deleted_at is null
        and f.organization_id = posts.organization_id)), '[]')
    from posts where i.post_id = posts.id)
  update post p set updated_at = now(), settings = p.settings - array(
    select f ->> 'setting' from jsonb_array_elements(posts.missing) f where f ->> 'setting' is not null)
  from posts where p.id = posts.id`;
// Due while v1 was already stopped: certainly not sent, and late because of the cutover alone.
const DUE_MEANWHILE = `update post set decided_at = now()
  where organization_id = ? and state = 'scheduled' and deleted_at is null and publish_at <= now()`;
// Their credentials are renewed here from now on.
const RENEW =
  'update integration set refresh_store_id = null, refresh_checked_at = null where organization_id = ?';

/**
 * Takes over: the ownership row, what happens to posts that are overdue, and a message for each run, all or
 * nothing. Null when the organisation is not at that point (again).
 *
 * @param given.doubtMs for how long before the stop v1 may have been sending without noting it
 * @param given.withoutMissingFiles whether posts are published without the files that were not copied
 * @param given.looked what the networks say of the posts of that time
 */
export async function takeOver(
  database: Pick<Database, 'fork'>,
  organizationId: string,
  options: { rule: OverdueRule; doubtMs: number; looked: readonly Looked[]; withoutMissingFiles?: boolean },
): Promise<TakenOver | null> {
  return database.fork().transactional(async (tx) => {
    const [flipped] = await tx.execute<{ stoppedMs: number }[]>(FLIP, [organizationId]);
    if (!flipped) return null;
    if (options.withoutMissingFiles) await tx.execute(WITHOUT_FILES, [organizationId]);
    const waitingOf = [new Date(flipped.stoppedMs), options.doubtMs, organizationId];
    const looked = JSON.stringify(options.looked);
    const found = await counted(tx, FOUND, [...waitingOf, looked]);
    const doubtful =
      (await counted(tx, DOUBTFUL, [...waitingOf, looked])) +
      (await counted(tx, DATES_IN_DOUBT, [organizationId]));
    const statement = overdueStatement(options.rule, { late: LATE, missed: sentence('moved_overdue') });
    const overdue = await counted(tx, statement, waitingOf);
    await tx.execute(DUE_MEANWHILE, [organizationId]);
    const waiting = await counted(tx, START_WAITING, [organizationId]);
    await tx.execute(RENEW, [organizationId]);
    await recordAudit(tx, {
      organizationId,
      userId: null,
      kind: 'taken_over_from_v1',
      detail: { waiting, overdue, found, doubtful, rule: options.rule },
    });
    return { waiting, overdue, found, doubtful };
  });
}
