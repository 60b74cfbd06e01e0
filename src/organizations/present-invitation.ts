import type { Role } from '../platform/entities/account.ts';

/**
 * An open invitation as stored; `invitedBy` = the name of a person who still exists; times in milliseconds
 * since the epoch.
 */
export interface InvitationRow {
  readonly id: string;
  readonly email: string | null;
  readonly role: Role;
  readonly createdMs: number;
  readonly expiresMs: number;
  readonly invitedBy: string | null;
}

/** An invitation as admins see it: never its link, of which only the hash is stored. */
export function presentInvitation({ id, email, role, createdMs, expiresMs, invitedBy }: InvitationRow) {
  return {
    id,
    email,
    role,
    createdAt: new Date(createdMs).toISOString(),
    expiresAt: new Date(expiresMs).toISOString(),
    invitedBy,
  };
}
