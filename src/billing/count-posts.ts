/**
 * The month's posts of an organisation: counted in the transaction that accepts them, never over the plan.
 */
import type { EntityManager } from '../platform/database.ts';
import { hasPlans, planNamed } from './plans.ts';
import { overQuota, type QuotaDeps } from './quotas.ts';

/** Posts that are accepted to go out. */
export interface AcceptedPosts {
  readonly organizationId: string;
  /** New ones; each target is one. */
  readonly made: number;
  /**
   * Drafts that wait from now on. One that was counted before, and went back to the drafts, is not counted
   * again.
   */
  readonly scheduled?: readonly string[];
  /** Posts that waited and whose places the new ones take. */
  readonly replaced?: number;
}

// The condition is decided on the row as the transaction before this one left it: who comes at once waits
// here, and nobody gets past the limit.
const COUNT = `insert into usage (organization_id, month, posts) select ?::uuid, date_trunc('month', now() at time zone 'utc')::date, ?::int where ?::int <= ?::int
  on conflict (organization_id, month) do update set posts = usage.posts + excluded.posts where usage.posts + excluded.posts <= ?::int returning posts`;
const USED =
  "select posts as used from usage where organization_id = ? and month = date_trunc('month', now() at time zone 'utc')::date";
// This time is written in the timeline already, so that it is the only one there.
const FIRST_TIME = `select count(*)::int as first from unnest(?::uuid[]) as p(id)
  where (select count(*) from post_event e where e.post_id = p.id and (e.kind = 'scheduled' or e.kind = 'accepted' and e.detail ->> 'type' <> 'draft')) = 1`;
const UNLIMITED = 2_147_483_647;

/**
 * Counts what was accepted, as the last step of the transaction: the month's row is locked until its end.
 * The month is that of the database's clock in UTC. Nothing is asked of the database when there are no plans.
 *
 * @throws ApiError `quota_exceeded`; the transaction must not be committed then
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
