/** Ending a freeze: first a plan, then what a person chose to do with the posts that came due meanwhile. */
import type { Context } from '../../platform/context.ts';
import { queryInside, type EntityManager } from '../../platform/database.ts';
import { ApiError } from '../../platform/errors.ts';
import { countInDoubt, inDoubt } from '../../platform/published-elsewhere.ts';
import type { FreezeScope } from '../../platform/freeze.ts';
import { noteResumedCopy } from '../../platform/published-until.ts';
import { readRestored } from '../../platform/restored.ts';
import { COUNT_PRESUMED, PRESUME_SENT } from './presume-sent.ts';
import { DROP, PLAN, RESPREAD, SEND_NOW } from './resume-statements.ts';
import { sentence } from '../../platform/sentences.ts';

/** The posts that wait because of the freeze. A resume does not touch posts whose date is still to come. */
export interface ResumePlan {
  /** Posts whose date has passed. */
  readonly overdue: number;
  /** Those of them later than their organisation allows: with `now` they become `missed`, unsent. */
  readonly tooLate: number;
  readonly channels: number;
  readonly oldest: Date | null;
  readonly newest: Date | null;
  readonly waiting: number;
  /** The moment of the backup, of a restored instance. */
  readonly backupAt: Date | null;
  /** Posts that another instance may have published since then: they are looked for first. */
  readonly doubtful: number;
  /**
   * Organisations that no resume touches until a person has looked at their previous instance, since a
   * restore.
   */
  readonly inDoubt: number;
}

/**
 * The choice for overdue posts: `now` sends them oldest first (those that are too late become `missed`),
 * `respread` gives them new dates, evenly over `minutes` from now in their order, `drop` cancels them.
 */
export type ResumeChoice =
  | { readonly action: 'now' | 'drop' }
  | { readonly action: 'respread'; readonly minutes: number };

/** The plan of a resume: what it would find. */
export async function planResume(
  context: Pick<Context, 'database'>,
  scope: FreezeScope,
): Promise<ResumePlan> {
  const [plan] = await context.database.query<
    Omit<ResumePlan, 'oldest' | 'newest' | 'backupAt' | 'doubtful' | 'inDoubt'> & {
      oldest: number | null;
      newest: number | null;
    }
  >(PLAN, [scope.organizationId ?? null]);
  if (!plan) throw new Error('the plan query has one row');
  const dateOf = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));
  const backupAt = (scope.organizationId ? null : await readRestored(context.database)) ?? null;
  const [presumed] = backupAt ? await context.database.query<{ count: number }>(COUNT_PRESUMED) : [];
  const doubtful = presumed?.count ?? 0;
  return {
    ...plan,
    oldest: dateOf(plan.oldest),
    newest: dateOf(plan.newest),
    backupAt,
    doubtful,
    inDoubt: await countInDoubt(context.database, scope.organizationId ?? null),
  };
}

/**
 * Ends the freeze and carries out the choice, in one transaction; the relay notifies the runs. Returns the
 * plan that was carried out.
 *
 * @throws ApiError `not_frozen` when nothing is frozen, for then overdue posts are none of its business;
 * `organization_moved`; `publisher_in_doubt`
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
    // In the same transaction: nothing of it may leave before.
    const restored = organizationId ? undefined : await endRestored(tx);
    if (restored) {
      const minutes = choice.action === 'respread' ? choice.minutes : null;
      await queryInside(tx, PRESUME_SENT, [restored, choice.action, minutes, null]);
    }
    if (choice.action === 'respread') await queryInside(tx, RESPREAD, [organizationId, choice.minutes]);
    else await queryInside(tx, choice.action === 'now' ? SEND_NOW : DROP, [organizationId]);
  });
  return plan;
}

/** Ends the time after a copy was made; returns the moment that the copy is of. */
export async function endRestored(tx: EntityManager): Promise<string | undefined> {
  const ended = await tx.execute<{ at: string }[]>(
    "delete from instance_state where key = 'restored' returning value ->> 'at' as at",
  );
  if (ended.length) await noteResumedCopy(tx);
  return ended[0]?.at;
}

async function endFreeze(tx: EntityManager, { organizationId }: FreezeScope): Promise<void> {
  const ended: unknown[] = organizationId
    ? await tx.execute(
        `update organization
        set frozen_at = null, frozen_reason = null
        where id = ? and frozen_at is not null and moved_at is null and not ${inDoubt('organization.id')}
        returning id`,
        [organizationId],
      )
    : await tx.execute("delete from instance_state where key = 'frozen' returning key");
  if (ended.length > 0) return;
  const [state] = organizationId
    ? await tx.execute<{ moved: boolean; doubt: boolean }[]>(
        `select moved_at is not null as moved, ${inDoubt('organization.id')} as doubt from organization where id = ?`,
        [organizationId],
      )
    : [];
  if (state?.moved) throw new ApiError('organization_moved', sentence('moved_and_frozen'));
  if (state?.doubt) throw new ApiError('publisher_in_doubt');
  throw new ApiError('not_frozen');
}
