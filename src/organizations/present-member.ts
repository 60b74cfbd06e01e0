import type { Role } from '../platform/entities/account.ts';

/** A member as stored; times in milliseconds since the epoch. */
export interface MemberRow {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly createdMs: number;
}

/** A member as other members see them; `you` = the caller, `createdAt` = when they joined. */
export function presentMember({ userId, name, email, role, createdMs }: MemberRow, askedBy: string) {
  return { userId, name, email, role, createdAt: new Date(createdMs).toISOString(), you: userId === askedBy };
}
