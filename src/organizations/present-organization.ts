import type { ShortLinkMode } from '../platform/entities/organization.ts';

/** An organisation as stored, with the number of its people and channels; `createdMs` since the epoch. */
export interface OrganizationRow {
  readonly id: string;
  readonly name: string;
  readonly timeZone: string;
  readonly createdMs: number;
  readonly members: number;
  readonly channels: number;
  readonly shortLinks: ShortLinkMode;
  readonly withoutShortener: 'wait' | 'long';
  readonly linkParameters: Readonly<Record<string, string>>;
}

/** An organisation as its members see it. */
export function presentOrganization({ createdMs, ...row }: OrganizationRow) {
  return { ...row, createdAt: new Date(createdMs).toISOString() };
}
