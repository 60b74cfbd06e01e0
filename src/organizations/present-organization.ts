/** An organisation as stored, with the number of its people and channels; `createdMs` since the epoch. */
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
