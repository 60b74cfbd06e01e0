/** Who may change whom in an organisation: owners everybody, admins everybody but owners. */
import type { Role } from '../entities/account.ts';
import { ApiError } from '../platform/errors.ts';
import { isAtLeast } from '../http/person.ts';

/** A member is changed or removed by an owner; by an admin when they are no owner. */
export function assertMayChange(actor: Role | undefined, member: Role): void {
  if (!actor || !isAtLeast(actor, 'admin')) {
    throw new ApiError('insufficient_role', {
      message: 'Only an owner or an admin of the organisation may do this',
    });
  }
  if (member === 'owner' && actor !== 'owner') {
    throw new ApiError('insufficient_role', { message: 'Only an owner may change or remove an owner' });
  }
}

/** A role is given by whoever has it, or more. */
export function assertMayGive(actor: Role | undefined, role: Role): void {
  if (!actor || !isAtLeast(actor, role)) {
    throw new ApiError('insufficient_role', {
      message: `Only an owner may make somebody ${role === 'owner' ? 'an owner' : `${role === 'admin' ? 'an' : 'a'} ${role}`}`,
    });
  }
}

/** Some things are one role's alone. `actor` is the role at this moment; undefined = no member. */
export function assertRoleIs(wanted: Role, actor: Role | undefined): void {
  if (actor !== wanted) {
    throw new ApiError('insufficient_role', { message: `Only an ${wanted} of the organisation may do this` });
  }
}
