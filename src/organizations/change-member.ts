/** Roles, removing and leaving: decided under the organisation's lock, by the roles of that moment. */
import type { Context } from '../context.ts';
import { recordAudit } from '../platform/audit.ts';
import type { EntityManager } from '../platform/database.ts';
import type { Role } from '../entities/account.ts';
import { ApiError } from '../platform/errors.ts';
import { revokeTokens } from '../oauth/revoke-tokens.ts';
import { isAtLeast } from '../http/person.ts';
import { assertMayChange, assertMayGive } from './policy.ts';
import { assertAnotherOwner, lockOrganization, readRole } from '../platform/organization-lock.ts';

/** Who does it, in which organisation, to whom. */
export interface MemberChange {
  readonly organizationId: string;
  readonly actorId: string;
  readonly userId: string;
}

/**
 * Gives a member another role.
 *
 * @throws ApiError `member_not_found`, `foreign_resource`, `insufficient_role` (admins neither change owners
 * nor make them), `last_owner`
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
 * Removes a member (`endMembership`). @throws ApiError `member_not_found`, `foreign_resource`,
 * `insufficient_role`, `last_owner`
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
 * Leaves an organisation. The session goes on in the person's first other organisation, if there is one.
 *
 * @throws ApiError `last_owner`
 */
export async function leaveOrganization(
  context: Pick<Context, 'database'>,
  of: { organizationId: string; userId: string; sessionId: string },
): Promise<void> {
  const { organizationId, userId, sessionId } = of;
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

/** The member as they are under the lock, whom the actor may change. */
async function lockMember(
  tx: EntityManager,
  { organizationId, actorId, userId }: MemberChange,
): Promise<{ name: string; role: Role }> {
  await lockOrganization(tx, organizationId);
  const [person] = await tx.execute<{ name: string; role: Role | null }[]>(
    'select u.name, m.role from user_account u left join membership m on m.user_id = u.id and m.organization_id = ? where u.id = ?',
    [organizationId, userId],
  );
  if (!person) throw new ApiError('member_not_found', { message: `Nobody has the id ${userId}` });
  if (!person.role) {
    throw new ApiError('foreign_resource', { message: `${userId} is no member of this organisation` });
  }
  assertMayChange(await readRole(tx, organizationId, actorId), person.role);
  return { name: person.name, role: person.role };
}

/**
 * A membership ends with all that was given through it: the access of apps that act for the person here, the
 * place of their sessions, and the invitations that they made, by which they could come back.
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
