/**
 * An organisation as the database has it, with how many people and channels it has; `createdMs` since the
 * epoch.
 */
export interface OrganizationRow {
  readonly id: string;
  readonly name: string;
  readonly timeZone: string;
  readonly createdMs: number;
  readonly members: number;
  readonly channels: number;
}

/** An organisation as its members see it. */
export function presentOrganization({ id, name, timeZone, createdMs, members, channels }: OrganizationRow) {
  return { id, name, timeZone, createdAt: new Date(createdMs).toISOString(), members, channels };
}
