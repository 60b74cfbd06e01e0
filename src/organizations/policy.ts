/** Who may change whom in an organisation: owners everybody, admins everybody except owners. */
import type { Role } from '../platform/entities/account.ts';
import { ApiError } from '../platform/errors.ts';
import { asWord, isAtLeast } from '../http/person.ts';
import { sentence } from '../platform/sentences.ts';

/** Owners may change or remove any member; admins, any member who is not an owner. */
export function assertMayChange(actor: Role | undefined, member: Role): void {
  if (!actor || !isAtLeast(actor, 'admin')) {
    throw new ApiError('insufficient_role', sentence('only_role', { least: 'an_owner_or_an_admin' }));
  }
  if (member === 'owner' && actor !== 'owner') {
    throw new ApiError('insufficient_role', sentence('only_owner_changes_owner'));
  }
}

/** A role can be given by members with that role or a higher one. */
export function assertMayGive(actor: Role | undefined, role: Role): void {
  if (!actor || !isAtLeast(actor, role)) {
    throw new ApiError('insufficient_role', sentence('only_owner_gives_role', { role: asWord(role) }));
  }
}

/** For actions reserved to one role. `actor` is the role at this moment; undefined = not a member. */
export function assertRoleIs(wanted: Role, actor: Role | undefined): void {
  if (actor !== wanted) {
    throw new ApiError('insufficient_role', sentence('only_role', { least: asWord(wanted) }));
  }
}
