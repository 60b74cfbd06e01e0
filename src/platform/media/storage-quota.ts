/** How many bytes of files an organisation may have, by its plan. */
import type { EntityManager } from '../database.ts';
import { overQuota } from '../over-quota.ts';
import type { PlansConfig } from '../plan-list.ts';
import { hasPlans, planNamed } from '../plans.ts';

const MB = 1_000_000;

/**
 * Called in the transaction that stores a file, before its row is written: the row of the organisation is
 * locked, so that two uploads cannot both take the last place.
 *
 * @throws ApiError `quota_exceeded`
 */
export async function assertStorageQuota(
  deps: { readonly config: PlansConfig; readonly publicUrl: string },
  tx: EntityManager,
  { organizationId, size }: { readonly organizationId: string; readonly size: number },
): Promise<void> {
  if (!hasPlans(deps.config)) return;
  const [row] = await tx.execute<{ plan: string | null }[]>(
    'select plan from organization where id = ? for no key update',
    [organizationId],
  );
  const plan = planNamed(deps.config, row?.plan ?? null);
  const limit = plan?.limits.storageMb ?? null;
  if (!plan || limit === null) return;
  const [stored] = await tx.execute<{ bytes: number }[]>(
    'select coalesce(sum(size), 0)::float8 as bytes from media where organization_id = ? and deleted_at is null',
    [organizationId],
  );
  const bytes = stored?.bytes ?? 0;
  if (bytes + size <= limit * MB) return;
  const [used, wanted] = [Math.ceil(bytes / MB), Math.ceil(size / MB)];
  throw overQuota(deps, { quota: 'storageMb', limit, used, plan, wanted });
}
