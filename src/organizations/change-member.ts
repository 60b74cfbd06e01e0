/**
 * Changing roles, removing members and leaving: decided under the organisation's lock, by the roles at that
 * moment.
 */
import type { Context } from '../platform/context.ts';
import { recordAudit } from '../platform/audit.ts';
import type { EntityManager } from '../platform/database.ts';
import type { Role } from '../platform/entities/account.ts';
import { ApiError } from '../platform/errors.ts';
import { revokeTokens } from '../oauth/revoke-tokens.ts';
import { isAtLeast } from '../http/person.ts';
import { assertMayChange, assertMayGive } from './policy.ts';
import { assertAnotherOwner, lockOrganization, readRole } from '../platform/organization-lock.ts';
import { sentence } from '../platform/sentences.ts';

/** Who acts, in which organisation, on whom. */
export interface MemberChange {
  readonly organizationId: string;
  readonly actorId: string;
  readonly userId: string;
}

/**
 * Gives a member another role.
 *
 * @throws ApiError `member_not_found`, `foreign_resource`, `insufficient_role` (admins can neither change nor
 * appoint owners), `last_owner`
 */
export async function setRole(
  context: Pick<Context, 'database'>,
  change: MemberChange,
  role: Role,
): Promise<void> {
  const { organizationId, actorId, userId } = change;
  await context.database.fork().transactional(async (tx) => {
    const before = await lockMember(tx, change);
    assertMayGive(await readRole(tx, organizationId, actorId), role);
    if (before.role === role) return;
    if (before.role === 'owner') await assertAnotherOwner(tx, organizationId, userId);
    await tx.execute('update membership set role = ? where organization_id = ? and user_id = ?', [
      role,
      organizationId,
      userId,
    ]);
    if (!isAtLeast(role, 'admin')) await revokeInvitationsOf(tx, organizationId, userId);
    await recordAudit(tx, {
      organizationId,
      userId: actorId,
      kind: 'role_changed',
      subjectId: userId,
      detail: { name: before.name, from: before.role, to: role },
    });
  });
}

/**
 * Removes a member (`endMembership`).
 *
 * @throws ApiError `member_not_found`, `foreign_resource`, `insufficient_role`, `last_owner`
 */
export async function removeMember(context: Pick<Context, 'database'>, change: MemberChange): Promise<void> {
  const { organizationId, actorId, userId } = change;
  await context.database.fork().transactional(async (tx) => {
    const { name, role } = await lockMember(tx, change);
    await endMembership(tx, { organizationId, userId });
    await recordAudit(tx, {
      organizationId,
      userId: actorId,
      kind: 'member_removed',
      subjectId: userId,
      detail: { name, role },
    });
  });
}

/**
 * Leaves an organisation. The session moves to the first of the person's other organisations, if any.
 *
 * @throws ApiError `last_owner`
 */
export async function leaveOrganization(
  context: Pick<Context, 'database'>,
  member: { organizationId: string; userId: string; sessionId: string },
): Promise<void> {
  const { organizationId, userId, sessionId } = member;
  await context.database.fork().transactional(async (tx) => {
    await lockOrganization(tx, organizationId);
    const role = await readRole(tx, organizationId, userId);
    if (!role) return; // removed a moment before
    await endMembership(tx, { organizationId, userId });
    await tx.execute(
      'update session set organization_id = (select organization_id from membership where user_id = ? order by created_at limit 1) where id = ?',
      [userId, sessionId],
    );
    await recordAudit(tx, {
      organizationId,
      userId,
      kind: 'member_left',
      subjectId: userId,
      detail: { role },
    });
  });
}

/** The member as they are under the lock, provided that the actor may change them. */
async function lockMember(
  tx: EntityManager,
  { organizationId, actorId, userId }: MemberChange,
): Promise<{ name: string; role: Role }> {
  await lockOrganization(tx, organizationId);
  const [person] = await tx.execute<{ name: string; role: Role | null }[]>(
    'select u.name, m.role from user_account u left join membership m on m.user_id = u.id and m.organization_id = ? where u.id = ?',
    [organizationId, userId],
  );
  if (!person) throw new ApiError('member_not_found', sentence('nobody_with_id', { id: userId }));
  if (!person.role) {
    throw new ApiError('foreign_resource', sentence('no_member_of_this_organization', { id: userId }));
  }
  assertMayChange(await readRole(tx, organizationId, actorId), person.role);
  return { name: person.name, role: person.role };
}

/**
 * Ends a membership with everything it gave: access of apps for this person here, sessions working here, and
 * invitations they made, which could let them back in.
 */
async function endMembership(
  tx: EntityManager,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<void> {
  if ((await readRole(tx, organizationId, userId)) === 'owner') {
    await assertAnotherOwner(tx, organizationId, userId);
  }
  await tx.execute('delete from membership where organization_id = ? and user_id = ?', [
    organizationId,
    userId,
  ]);
  await tx.execute('update session set organization_id = null where organization_id = ? and user_id = ?', [
    organizationId,
    userId,
  ]);
  await revokeInvitationsOf(tx, organizationId, userId);
  await revokeTokens(tx, 'member_left', {
    text: 't.organization_id = $2 and t.user_id = $3',
    values: [organizationId, userId],
  });
}

async function revokeInvitationsOf(tx: EntityManager, organizationId: string, userId: string): Promise<void> {
  await tx.execute(
    'update invitation set revoked_at = now() where organization_id = ? and invited_by_id = ? and accepted_at is null and revoked_at is null',
    [organizationId, userId],
  );
}
