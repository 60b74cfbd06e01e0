/** An invitation is accepted once: one statement, with the membership in the same transaction. */
import type { Context } from '../platform/context.ts';
import { recordAudit } from '../platform/audit.ts';
import { queryInside, type EntityManager, type Statement } from '../platform/database.ts';
import type { Role } from '../platform/entities/account.ts';
import { ApiError } from '../platform/errors.ts';
import { assertMemberQuota } from '../billing/quotas.ts';
import { hashToken } from '../platform/secrets.ts';
import { readRole } from '../platform/organization-lock.ts';
import { sentence } from '../platform/sentences.ts';

/**
 * An invitation as its holder may see it. `email`: the only email address that may accept it. `mailed`: the
 * link was emailed there and shown to nobody. `invitedBy`: the person's name.
 */
export interface OpenInvitation {
  readonly id: string;
  readonly organizationId: string;
  readonly organization: string;
  readonly role: Role;
  readonly email: string | null;
  readonly mailed: boolean;
  readonly invitedBy: string | null;
}

const LOOK: Statement = {
  name: 'invitation-look',
  text: `select i.id, i.organization_id as "organizationId", o.name as organization, i.role, i.email, i.mailed_at is not null as mailed, u.name as "invitedBy",
      case when i.accepted_at is not null then 'accepted' when i.revoked_at is not null then 'revoked' when i.expires_at <= now() then 'expired' else 'open' end as state
    from invitation i join organization o on o.id = i.organization_id left join user_account u on u.id = i.invited_by_id where i.token_hash = $1`,
};
const LOCK: Statement = {
  name: 'invitation-lock',
  text: 'select id as "organizationId" from organization where id = (select organization_id from invitation where token_hash = $1) for no key update',
};
// Of two concurrent calls the second finds it accepted.
const TAKE: Statement = {
  name: 'invitation-take',
  text: 'update invitation set accepted_at = now(), accepted_by_id = $2 where token_hash = $1 and accepted_at is null and revoked_at is null and expires_at > now() returning id, email, role',
};

const WHY = {
  accepted: sentence('invitation_accepted'),
  revoked: sentence('invitation_revoked'),
  expired: sentence('invitation_expired'),
} as const;

/**
 * Reads an invitation by its token.
 *
 * @throws ApiError `invitation_not_found` when it can no longer be accepted, with the reason
 */
export async function previewInvitation(
  { database }: Pick<Context, 'database'>,
  token: string,
): Promise<OpenInvitation> {
  const [found] = await database.query<OpenInvitation & { state: keyof typeof WHY | 'open' }>(LOOK, [
    hashToken(token),
  ]);
  if (!found) throw new ApiError('invitation_not_found');
  const { state, ...invitation } = found;
  if (state !== 'open') throw new ApiError('invitation_not_found', WHY[state]);
  return invitation;
}

/** The parts of the context that accepting uses. */
export type AcceptDeps = Pick<Context, 'database' | 'config' | 'publicUrl'>;

/**
 * Accepts an invitation for a person (`acceptInside`).
 *
 * @returns the organisation they now belong to
 */
export async function acceptInvitation(
  context: AcceptDeps,
  input: { token: string; userId: string },
): Promise<{ organizationId: string }> {
  const accepted = await context.database.fork().transactional((tx) => acceptInside(context, tx, input));
  if (accepted) return accepted;
  // Throws the reason, also when the token has become invalid at this moment.
  await previewInvitation(context, input.token);
  throw new ApiError('invitation_not_found');
}

/**
 * The same inside the caller's transaction (registering with an invitation). Undefined when the invitation
 * can no longer be accepted: `previewInvitation` explains why.
 *
 * @throws ApiError `invitation_for_other`, `already_member`, `quota_exceeded`; roll the transaction back, so
 * that the invitation stays open
 */
export async function acceptInside(
  deps: Omit<AcceptDeps, 'database'>,
  tx: EntityManager,
  { token, userId }: { token: string; userId: string },
): Promise<{ organizationId: string } | undefined> {
  // Locks the organisation first, as removing members and deleting it do: the other order could deadlock.
  const [known] = await queryInside<{ organizationId: string }>(tx, LOCK, [hashToken(token)]);
  const [taken] = known
    ? await queryInside<{ id: string; email: string | null; role: Role }>(tx, TAKE, [
        hashToken(token),
        userId,
      ])
    : [];
  if (!known || !taken) return undefined;
  const { organizationId } = known;
  const { id, email, role } = taken;
  const [person] = await tx.execute<{ email: string }[]>('select email from user_account where id = ?', [
    userId,
  ]);
  if (email && email.toLowerCase() !== person?.email.toLowerCase()) {
    throw new ApiError(
      'invitation_for_other',
      sentence('invitation_for_another', { email, own: person?.email ?? '' }),
    );
  }
  if (await readRole(tx, organizationId, userId)) {
    throw new ApiError('already_member', sentence('member_already'));
  }
  await assertMemberQuota(deps, tx, organizationId);
  await tx.execute('insert into membership (organization_id, user_id, role) values (?, ?, ?)', [
    organizationId,
    userId,
    role,
  ]);
  await recordAudit(tx, {
    organizationId,
    userId,
    kind: 'member_joined',
    subjectId: userId,
    detail: { role, invitationId: id },
  });
  return { organizationId };
}
