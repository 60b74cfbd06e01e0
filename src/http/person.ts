import type { Caller, Person } from './types.ts';
import type { Role } from '../platform/entities/account.ts';
import { ApiError } from '../platform/errors.ts';

const RANK: Readonly<Record<Role, number>> = { member: 0, admin: 1, owner: 2 };

/** Whether a role includes `least`. */
export const isAtLeast = (role: Role, least: Role): boolean => RANK[role] >= RANK[least];

/** Rejects a role that is below `least`. `who`: whose it is, and the verb. */
export function assertRole(role: Role, least: Role, who = 'you are'): void {
  if (!isAtLeast(role, least)) {
    throw new ApiError('insufficient_role', {
      message: `Only ${least === 'owner' ? 'an owner' : 'an owner or an admin'} of the organisation may do this; ${who} ${role === 'admin' ? 'an admin' : 'a member'}`,
    });
  }
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
