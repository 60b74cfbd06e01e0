/**
 * Counts an organisation's posts of the month in the transaction that accepts them, never beyond the plan.
 */
import type { EntityManager } from '../platform/database.ts';
import { hasPlans, planNamed } from '../platform/plans.ts';
import { overQuota } from '../platform/over-quota.ts';
import type { QuotaDeps } from './quotas.ts';

export interface AcceptedPosts {
  readonly organizationId: string;
  /** New posts, one for each channel. */
  readonly made: number;
  /**
   * Drafts that are now scheduled. A post that was counted, and became a draft again, is not counted twice.
   */
  readonly scheduled?: readonly string[];
  /** Scheduled posts that the new ones replace. */
  readonly replaced?: number;
}

// The condition sees the row as the previous transaction left it: concurrent requests wait here, and none
// exceeds the limit.
const COUNT = `insert into usage (organization_id, month, posts) select ?::uuid, date_trunc('month', now() at time zone 'utc')::date, ?::int where ?::int <= ?::int
  on conflict (organization_id, month) do update set posts = usage.posts + excluded.posts where usage.posts + excluded.posts <= ?::int returning posts`;
const USED =
  "select posts as used from usage where organization_id = ? and month = date_trunc('month', now() at time zone 'utc')::date";
// The timeline already contains this instant, so it is unique there.
const FIRST_TIME = `select count(*)::int as first from unnest(?::uuid[]) as p(id)
  where (select count(*) from post_event e where e.post_id = p.id and (e.kind = 'scheduled' or e.kind = 'accepted' and e.detail ->> 'type' <> 'draft')) = 1`;
const UNLIMITED = 2_147_483_647;

/**
 * Counts what was accepted, as the last step of the transaction: the row of the month stays locked until it
 * ends. Months follow the database's clock in UTC. Without plans the database is not asked.
 *
 * @throws ApiError `quota_exceeded`; the transaction must then be rolled back
 */
export async function countPosts(
  deps: QuotaDeps,
  tx: EntityManager,
  { organizationId, made, scheduled = [], replaced = 0 }: AcceptedPosts,
): Promise<void> {
  if (!hasPlans(deps.config) || (made === 0 && scheduled.length === 0)) return;
  const wanted = Math.max(0, made - replaced) + (await firstTimes(tx, scheduled));
  if (wanted === 0) return;
  const [organization] = await tx.execute<{ plan: string | null }[]>(
    'select plan from organization where id = ?',
    [organizationId],
  );
  const plan = planNamed(deps.config, organization?.plan ?? null);
  const limit = plan?.limits.postsPerMonth ?? UNLIMITED;
  const counted = await tx.execute<{ posts: number }[]>(COUNT, [
    organizationId,
    wanted,
    wanted,
    limit,
    limit,
  ]);
  if (counted.length || !plan) return;
  const [row] = await tx.execute<{ used: number }[]>(USED, [organizationId]);
  throw overQuota(deps, { quota: 'postsPerMonth', limit, used: row?.used ?? 0, plan, wanted });
}

async function firstTimes(tx: EntityManager, postIds: readonly string[]): Promise<number> {
  if (postIds.length === 0) return 0;
  await tx.flush();
  const [row] = await tx.execute<{ first: number }[]>(FIRST_TIME, [`{${postIds.join(',')}}`]);
  return row?.first ?? 0;
}
