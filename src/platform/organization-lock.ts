import type { EntityManager } from './database.ts';
import type { Role } from './entities/account.ts';
import { ApiError } from './errors.ts';

/**
 * Serialises changes of ownership: each locks the organisation's row first and reads what the one before
 * left. Posts and channels can be stored meanwhile (their foreign keys only keep the row from being deleted).
 *
 * @throws ApiError `organization_not_found` when it was deleted a moment before
 */
export async function lockOrganization(tx: EntityManager, organizationId: string): Promise<void> {
  const rows = await tx.execute<unknown[]>('select 1 from organization where id = ? for no key update', [
    organizationId,
  ]);
  if (!rows.length) throw new ApiError('organization_not_found');
}

/** The role a person has at this moment; undefined = not a member. */
export async function readRole(
  tx: EntityManager,
  organizationId: string,
  userId: string,
): Promise<Role | undefined> {
  const [row] = await tx.execute<{ role: Role }[]>(
    'select role from membership where organization_id = ? and user_id = ?',
    [organizationId, userId],
  );
  return row?.role;
}

/**
 * Called under the lock before an owner leaves or loses the role.
 *
 * @throws ApiError `last_owner`
 */
export async function assertAnotherOwner(
  tx: EntityManager,
  organizationId: string,
  userId: string,
): Promise<void> {
  const rows = await tx.execute<unknown[]>(
    "select 1 from membership where organization_id = ? and role = 'owner' and user_id <> ? limit 1",
    [organizationId, userId],
  );
  if (!rows.length) throw new ApiError('last_owner');
}
