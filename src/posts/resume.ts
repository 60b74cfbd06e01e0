/** Ending a freeze: first the plan, then what a person chose for the posts that came due meanwhile. */
import type { Context } from '../context.ts';
import type { EntityManager, Statement } from '../platform/database.ts';
import { ApiError } from '../platform/errors.ts';
import type { FreezeScope } from '../platform/freeze.ts';

/** What waits because of the freeze. Later ones are not touched by a resume. */
export interface ResumePlan {
  /** Posts whose date has passed. */
  readonly overdue: number;
  /**
   * Of these, the ones later than their organisation lets a post be; with `now` they become `missed`, not
   * sent.
   */
  readonly tooLate: number;
  readonly channels: number;
  readonly oldest: Date | null;
  readonly newest: Date | null;
  readonly waiting: number;
}

/**
 * What to do with overdue posts: `now` sends them oldest first (those beyond the missed window are asked
 * about), `respread` gives them new dates, evenly over `minutes` from now in their order, `drop` cancels
 * them.
 */
export type ResumeChoice =
  | { readonly action: 'now' | 'drop' }
  | { readonly action: 'respread'; readonly minutes: number };

// An organisation that is frozen itself stays so when the instance is resumed.
const SCOPE = 'p.deleted_at is null and ($1::uuid is null and o.frozen_at is null or p.organization_id = $1)';
const OVERDUE = `p.state in ('scheduled', 'publishing') and p.publish_at <= now() and (p.state = 'scheduled' or p.hold is not null) and ${SCOPE}`;

const PLAN: Statement = {
  name: 'resume-plan',
  text: `select count(*) filter (where ${OVERDUE})::int as overdue, count(distinct p.integration_id) filter (where ${OVERDUE})::int as channels,
      count(*) filter (where ${OVERDUE} and p.state = 'scheduled' and greatest(p.publish_at, coalesce(p.decided_at, p.publish_at)) + make_interval(mins => o.missed_after_minutes) <= now())::int as "tooLate",
      (extract(epoch from min(p.publish_at) filter (where ${OVERDUE})) * 1000)::float8 as oldest, (extract(epoch from max(p.publish_at) filter (where ${OVERDUE})) * 1000)::float8 as newest,
      count(*) filter (where p.state = 'scheduled' and p.publish_at > now())::int as waiting
    from post p join organization o on o.id = p.organization_id where p.state in ('scheduled', 'publishing') and ${SCOPE}`,
};

/** What a resume would find. */
export async function planResume(
  context: Pick<Context, 'database'>,
  scope: FreezeScope,
): Promise<ResumePlan> {
  const [plan] = await context.database.query<
    Omit<ResumePlan, 'oldest' | 'newest'> & { oldest: number | null; newest: number | null }
  >(PLAN, [scope.organizationId ?? null]);
  if (!plan) throw new Error('the plan query has one row');
  const dateOf = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));
  return { ...plan, oldest: dateOf(plan.oldest), newest: dateOf(plan.newest) };
}

const MESSAGES = `insert into outbox (id, kind, post_group_id, post_id, available_at)
  select gen_random_uuid(), kind, post_group_id, id, clock_timestamp() + row_number() over (order by publish_at, id) * interval '1 microsecond' from changed`;
const event = (kind: string, detail: string): string =>
  `insert into post_event (post_id, kind, detail) select id, '${kind}', ${detail} from changed`;
const LIST = `select p.id, p.post_group_id, p.publish_at, p.state, p.organization_id from post p join organization o on o.id = p.organization_id where ${OVERDUE} for update of p`;

// A thread that stands between two parts goes on in all cases but drop: only its later parts are left to
// send.
const RESUME: Record<ResumeChoice['action'], string> = {
  now: `with overdue as (${LIST}), changed as (update post p set hold = null, updated_at = now() from overdue where p.id = overdue.id returning p.id, p.post_group_id, p.publish_at, 'wake_post' as kind),
    told as (${event('resumed', "'{}'")}) ${MESSAGES}`,
  respread: `with overdue as (${LIST}), places as (select id, (row_number() over (order by publish_at, id) - 1) * (make_interval(secs => $2 * 60) / greatest(count(*) over (), 1)) as after from overdue),
    changed as (update post p set hold = null, updated_at = now(), decided_at = now(), revision = p.revision + (p.state = 'scheduled')::int,
        publish_at = case when p.state = 'scheduled' then now() + places.after else p.publish_at end
      from places where p.id = places.id returning p.id, p.post_group_id, p.publish_at, case when p.state = 'scheduled' then 'sync_post' else 'wake_post' end as kind),
    told as (${event('rescheduled', "jsonb_build_object('publishAt', publish_at)")}) ${MESSAGES}`,
  drop: `with overdue as (${LIST}), changed as (update post p set hold = null, updated_at = now(), revision = p.revision + 1,
        state = case when p.state = 'scheduled' then 'cancelled' else 'partly_published' end,
        error_code = case when p.state = 'publishing' then 'dropped' end, error = case when p.state = 'publishing' then 'The rest was dropped when publishing was resumed' end
      from overdue where p.id = overdue.id returning p.id, p.post_group_id, p.publish_at, 'sync_post' as kind),
    told as (${event('cancelled', "jsonb_build_object('why', 'dropped after a freeze')")}) ${MESSAGES}`,
};

/**
 * Ends the freeze and applies the choice, in one transaction; the relay tells the runs. Returns the plan that
 * was carried out.
 *
 * @throws ApiError `not_frozen` when nothing is: overdue posts are then none of its business
 */
export async function resume(
  context: Pick<Context, 'database'>,
  scope: FreezeScope,
  choice: ResumeChoice,
): Promise<ResumePlan> {
  const plan = await planResume(context, scope);
  await context.database.fork().transactional(async (tx) => {
    await thaw(tx, scope);
    const values =
      choice.action === 'respread'
        ? [scope.organizationId ?? null, choice.minutes]
        : [scope.organizationId ?? null];
    await tx.execute(
      RESUME[choice.action].replaceAll(/\$(\d)/g, '?'),
      positional(RESUME[choice.action], values),
    );
  });
  return plan;
}

async function thaw(tx: EntityManager, { organizationId }: FreezeScope): Promise<void> {
  const ended: unknown[] = organizationId
    ? await tx.execute(
        'update organization set frozen_at = null, frozen_reason = null where id = ? and frozen_at is not null returning id',
        [organizationId],
      )
    : await tx.execute("delete from instance_state where key = 'frozen' returning key");
  if (ended.length === 0) throw new ApiError('not_frozen');
}

/** MikroORM's `execute` has one `?` for each use of a value, in the order of the text. */
function positional(text: string, values: readonly unknown[]): unknown[] {
  return [...text.matchAll(/\$(\d)/g)].map((m) => values[Number(m[1]) - 1]);
}
