/** Creates and revokes invitations. */
import type { Person } from '../http/types.ts';
import type { Context } from '../platform/context.ts';
import { recordAudit } from '../platform/audit.ts';
import type { EntityManager, Statement } from '../platform/database.ts';
import { Invitation } from '../platform/entities/account.ts';
import { ApiError } from '../platform/errors.ts';
import { invitationMail } from '../mail/templates.ts';
import { hashToken, newToken } from '../platform/secrets.ts';
import { lockOrganization } from '../platform/organization-lock.ts';
import { foreign, missing } from '../platform/missing.ts';
import { sentence } from '../platform/sentences.ts';

const DAYS = 7;
const MAILED: Statement = {
  name: 'invitation-mailed',
  text: 'update invitation set mailed_at = now() where id = $1',
};

/**
 * The person to invite. With an email address only its owner can accept; without one, anybody with the link.
 */
export interface Invited {
  readonly email: string | null;
  readonly role: 'admin' | 'member';
}

/** A new invitation. `link` is there once, when it was not emailed; it is as good as a membership. */
export interface MadeInvitation {
  readonly id: string;
  readonly email: string | null;
  readonly role: 'admin' | 'member';
  readonly expiresAt: Date;
  readonly link: string | null;
  readonly mailed: boolean;
}

/**
 * Invites a person for 7 days. Revokes an open invitation to the same email address, so that inviting again
 * sends a new link.
 *
 * @throws ApiError `already_member` when the email address belongs to a member
 */
export async function inviteMember(
  context: Context,
  person: Person,
  invited: Invited,
): Promise<MadeInvitation> {
  const { organizationId } = person;
  const email = invited.email?.trim() || null;
  const token = newToken('inv_', 40);
  const now = await context.now();
  const expiresAt = new Date(now.getTime() + DAYS * 24 * 3_600_000);
  const made = await context.database.fork().transactional(async (tx) => {
    await lockOrganization(tx, organizationId);
    if (email) await makeRoom(tx, organizationId, email);
    const row = tx.create(Invitation, {
      organization: organizationId,
      email,
      role: invited.role,
      tokenHash: hashToken(token),
      invitedBy: person.userId,
      createdAt: now,
      expiresAt,
    });
    await tx.flush();
    await recordAudit(tx, {
      organizationId,
      userId: person.userId,
      kind: 'invitation_created',
      subjectId: row.id,
      detail: { email, role: invited.role },
    });
    return row.id;
  });
  const link = `${context.publicUrl}/invitation#token=${token}`;
  const mailed =
    email !== null &&
    context.mail.active &&
    (await mailLink(context, person, { id: made, email, role: invited.role, link }));
  if (mailed) await context.database.query(MAILED, [made]);
  return { id: made, email, role: invited.role, expiresAt, link: mailed ? null : link, mailed };
}

/**
 * Revokes an invitation: its link stops working.
 *
 * @throws ApiError `invitation_not_found`, `foreign_resource`
 */
export async function revokeInvitation(
  context: Pick<Context, 'database'>,
  ref: { organizationId: string; userId: string; invitationId: string },
): Promise<void> {
  const { organizationId, userId, invitationId } = ref;
  await context.database.fork().transactional(async (tx) => {
    await lockOrganization(tx, organizationId);
    const [row] = await tx.execute<{ organization: string; email: string | null; open: boolean }[]>(
      'select organization_id as organization, email, accepted_at is null and revoked_at is null as open from invitation where id = ? for update',
      [invitationId],
    );
    if (!row) throw missing('invitation', invitationId);
    if (row.organization !== organizationId) throw foreign('invitation', invitationId);
    if (!row.open) throw new ApiError('invitation_not_found', sentence('invitation_ended'));
    await tx.execute('update invitation set revoked_at = now() where id = ?', [invitationId]);
    await recordAudit(tx, {
      organizationId,
      userId,
      kind: 'invitation_revoked',
      subjectId: invitationId,
      detail: { email: row.email },
    });
  });
}

async function makeRoom(tx: EntityManager, organizationId: string, email: string): Promise<void> {
  const members = await tx.execute<unknown[]>(
    'select 1 from membership m join user_account u on u.id = m.user_id where m.organization_id = ? and lower(u.email) = lower(?)',
    [organizationId, email],
  );
  if (members.length) throw new ApiError('already_member', sentence('email_of_a_member', { email }));
  await tx.execute(
    'update invitation set revoked_at = now() where organization_id = ? and lower(email) = lower(?) and accepted_at is null and revoked_at is null',
    [organizationId, email],
  );
}

/** False = the email was not sent, and the admin passes the link on. */
async function mailLink(
  context: Context,
  { organizationId, userId }: Person,
  { id, email, role, link }: { id: string; email: string; role: Invited['role']; link: string },
): Promise<boolean> {
  const [row] = await context.database
    .fork()
    .execute<{ organization: string; invitedBy: string }[]>(
      'select o.name as organization, u.name as "invitedBy" from organization o, user_account u where o.id = ? and u.id = ?',
      [organizationId, userId],
    );
  try {
    await context.mail.send({
      ...invitationMail({
        to: email,
        link,
        organization: row?.organization ?? '',
        invitedBy: row?.invitedBy ?? null,
        role,
      }),
      idempotencyKey: `invitation:${id}`,
    });
    return true;
  } catch (error) {
    context.log.warn(
      { err: error, invitationId: id },
      'an invitation could not be mailed; its link was shown instead',
    );
    return false;
  }
}
