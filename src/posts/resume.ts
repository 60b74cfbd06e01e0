/** Ending a freeze: first a plan, then what a person chose to do with the posts that came due meanwhile. */
import type { Context } from '../context.ts';
import { queryInside, type EntityManager } from '../platform/database.ts';
import { ApiError } from '../platform/errors.ts';
import type { FreezeScope } from '../platform/freeze.ts';
import { DROP, PLAN, RESPREAD, SEND_NOW } from './resume-statements.ts';

/** What waits because of the freeze. A resume does not touch posts whose date is still to come. */
export interface ResumePlan {
  /** Posts whose date has passed. */
  readonly overdue: number;
  /** Of these, the ones later than their organisation allows: with `now` they become `missed`, unsent. */
  readonly tooLate: number;
  readonly channels: number;
  readonly oldest: Date | null;
  readonly newest: Date | null;
  readonly waiting: number;
}

/**
 * What to do with overdue posts: `now` sends them oldest first (those that are too late become `missed`),
 * `respread` gives them new dates, evenly over `minutes` from now in their order, `drop` cancels them.
 */
export type ResumeChoice =
  | { readonly action: 'now' | 'drop' }
  | { readonly action: 'respread'; readonly minutes: number };

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

/**
 * Ends the freeze and carries out the choice, in one transaction; the relay tells the runs. Returns the plan
 * that was carried out.
 *
 * @throws ApiError `not_frozen` when nothing is: overdue posts are then none of its business;
 * `organization_moved`
 */
export async function resume(
  context: Pick<Context, 'database'>,
  scope: FreezeScope,
  choice: ResumeChoice,
): Promise<ResumePlan> {
  const plan = await planResume(context, scope);
  const organizationId = scope.organizationId ?? null;
  await context.database.fork().transactional(async (tx) => {
    await endFreeze(tx, scope);
    if (choice.action === 'respread') await queryInside(tx, RESPREAD, [organizationId, choice.minutes]);
    else await queryInside(tx, choice.action === 'now' ? SEND_NOW : DROP, [organizationId]);
  });
  return plan;
}

async function endFreeze(tx: EntityManager, { organizationId }: FreezeScope): Promise<void> {
  const ended: unknown[] = organizationId
    ? await tx.execute(
        `update organization
        set frozen_at = null, frozen_reason = null
        where id = ? and frozen_at is not null and moved_at is null
        returning id`,
        [organizationId],
      )
    : await tx.execute("delete from instance_state where key = 'frozen' returning key");
  if (ended.length > 0) return;
  const moved: unknown[] = organizationId
    ? await tx.execute('select 1 from organization where id = ? and moved_at is not null', [organizationId])
    : [];
  if (moved.length) throw new ApiError('organization_moved');
  throw new ApiError('not_frozen');
}
