/**
 * Enforces a plan in the transaction that uses it up. The organisation's row is locked meanwhile, so that two
 * concurrent requests cannot both take the last place.
 */
import type { Context } from '../platform/context.ts';
import type { EntityManager } from '../platform/database.ts';
import { overQuota } from '../platform/over-quota.ts';
import type { Limits, Plan } from '../platform/plan-list.ts';
import { hasPlans, planNamed } from '../platform/plans.ts';

/** The configured plans, and the URL where a plan is changed. */
export type QuotaDeps = Pick<Context, 'config' | 'publicUrl'>;

/**
 * Networks without accounts that publish to a page of this instance: their channels are for trying things out
 * and count against no plan.
 */
export const UNCOUNTED_NETWORKS: readonly string[] = ['sandbox'];

const COUNT_CHANNELS =
  'select count(*)::int as used from integration where organization_id = ? and deleted_at is null and provider <> all (?)';
const COUNT_MEMBERS = 'select count(*)::int as used from membership where organization_id = ?';

/**
 * Called before a new channel is stored; reconnecting one needs no place.
 *
 * @throws ApiError `quota_exceeded`
 */
export async function assertChannelQuota(
  deps: QuotaDeps,
  tx: EntityManager,
  channel: { organizationId: string; provider: string },
): Promise<void> {
  if (!hasPlans(deps.config) || UNCOUNTED_NETWORKS.includes(channel.provider)) return;
  const plan = await lockPlan(deps, tx, channel.organizationId);
  const [counted] = await tx.execute<{ used: number }[]>(COUNT_CHANNELS, [
    channel.organizationId,
    `{${UNCOUNTED_NETWORKS.join(',')}}`,
  ]);
  assertRoom(deps, plan, { quota: 'channels', used: counted?.used ?? 0 });
}

/**
 * Called before a person becomes a member.
 *
 * @throws ApiError `quota_exceeded`
 */
export async function assertMemberQuota(
  deps: QuotaDeps,
  tx: EntityManager,
  organizationId: string,
): Promise<void> {
  if (!hasPlans(deps.config)) return;
  const plan = await lockPlan(deps, tx, organizationId);
  const [counted] = await tx.execute<{ used: number }[]>(COUNT_MEMBERS, [organizationId]);
  assertRoom(deps, plan, { quota: 'members', used: counted?.used ?? 0 });
}

/**
 * Called before a webhook is stored. `count` runs under the lock and returns how many there are.
 *
 * @throws ApiError `quota_exceeded`
 */
export async function assertWebhookQuota(
  deps: QuotaDeps,
  tx: EntityManager,
  webhooks: { organizationId: string; count(): Promise<number> },
): Promise<void> {
  if (!hasPlans(deps.config)) return;
  const plan = await lockPlan(deps, tx, webhooks.organizationId);
  assertRoom(deps, plan, { quota: 'webhooks', used: await webhooks.count() });
}

/**
 * Reads the plan under a lock that everybody who adds to the organisation waits for. Posts and keys only
 * reference the row and do not wait.
 */
async function lockPlan(
  { config }: QuotaDeps,
  tx: EntityManager,
  organizationId: string,
): Promise<Plan | undefined> {
  const [row] = await tx.execute<{ plan: string | null }[]>(
    'select plan from organization where id = ? for no key update',
    [organizationId],
  );
  return planNamed(config, row?.plan ?? null);
}

/** Adds one to `quota`. */
function assertRoom(
  deps: QuotaDeps,
  plan: Plan | undefined,
  { quota, used }: { quota: keyof Limits; used: number },
): void {
  const limit = plan?.limits[quota] ?? null;
  if (plan && limit !== null && used >= limit) throw overQuota(deps, { quota, limit, used, plan, wanted: 1 });
}
