import type { Caller, Person } from './types.ts';
import type { Role } from '../platform/entities/account.ts';
import { ApiError } from '../platform/errors.ts';
import { sentence } from '../platform/sentences.ts';
import type { RoleWord } from '../platform/sentences/access.ts';

const RANK: Readonly<Record<Role, number>> = { member: 0, admin: 1, owner: 2 };

/** Whether a role includes `least`. */
export const isAtLeast = (role: Role, least: Role): boolean => RANK[role] >= RANK[least];

/** A role as a word of a sentence. */
export const asWord = (role: Role): RoleWord => (role === 'member' ? 'a_member' : `an_${role}`);

/** Rejects a role that is below `least`. `code`: whose it is. */
export function assertRole(
  role: Role,
  least: Role,
  code: 'role_too_low' | 'role_behind_app_too_low' = 'role_too_low',
): void {
  if (isAtLeast(role, least)) return;
  const wanted: RoleWord = least === 'owner' ? 'an_owner' : 'an_owner_or_an_admin';
  throw new ApiError('insufficient_role', sentence(code, { least: wanted, own: asWord(role) }));
}

/**
 * The caller of an operation that only sessions reach.
 *
 * @throws Error for any other: a mistake in the list of operations
 */
export function personOf({ state }: { readonly state: { readonly caller: Caller } }): Person {
  const { caller } = state;
  if (!caller.session || !caller.userId) {
    throw new Error('an operation for people was reached without a session');
  }
  return caller as Person;
}
