/** Creates and changes organisations. */
import { isDeepStrictEqual } from 'node:util';
import { recordAudit } from '../platform/audit.ts';
import type { Context } from '../platform/context.ts';
import type { EntityManager } from '../platform/database.ts';
import { Membership } from '../platform/entities/account.ts';
import { Organization, type ShortLinkMode } from '../platform/entities/organization.ts';
import { rezoneSeries } from '../posts/series/rezone-series.ts';
import { assertPlaces } from '../short-links/link-parameters.ts';
import { assertTimeZone, cleanName, MAX_ORGANIZATION_NAME } from '../platform/clean-input.ts';

/**
 * Creates an organisation with the person as its first owner; `timeZone` (IANA) defaults to UTC.
 *
 * @throws ApiError `invalid_request`
 */
export async function createOrganization(
  context: Pick<Context, 'database'>,
  input: { userId: string; name: string; timeZone?: string },
): Promise<{ id: string }> {
  const { userId, timeZone = 'UTC' } = input;
  const name = cleanName(input.name, { max: MAX_ORGANIZATION_NAME });
  assertTimeZone(timeZone);
  return {
    id: await context.database
      .fork()
      .transactional((tx) => insertOrganization(tx, { userId, name, timeZone })),
  };
}

/**
 * The same inside a transaction that also creates the owner (registration); name and zone have been checked.
 *
 * @returns its id
 */
export async function insertOrganization(
  tx: EntityManager,
  { userId, name, timeZone }: { userId: string; name: string; timeZone: string },
): Promise<string> {
  const organization = tx.create(Organization, { name, timeZone });
  tx.create(Membership, { organization, user: userId, role: 'owner' });
  await tx.flush();
  await recordAudit(tx, {
    organizationId: organization.id,
    userId,
    kind: 'organization_created',
    subjectId: organization.id,
    detail: { name },
  });
  return organization.id;
}

/** What is left away stays. */
interface OrganizationChange {
  readonly name?: string;
  readonly timeZone?: string;
  readonly shortLinks?: ShortLinkMode;
  readonly withoutShortener?: 'wait' | 'long';
  readonly linkParameters?: Readonly<Record<string, string>>;
}

/**
 * Changes the given fields.
 *
 * @throws ApiError `invalid_request`
 */
export async function updateOrganization(
  context: Pick<Context, 'database'>,
  by: { organizationId: string; userId: string },
  change: OrganizationChange,
): Promise<void> {
  const name = change.name === undefined ? undefined : cleanName(change.name, { max: MAX_ORGANIZATION_NAME });
  if (change.timeZone !== undefined) assertTimeZone(change.timeZone);
  assertPlaces(change.linkParameters ?? {});
  await context.database.fork().transactional(async (tx) => {
    const organization = await tx.findOneOrFail(Organization, { id: by.organizationId });
    const { shortLinks, withoutShortener, linkParameters } = organization;
    const now = {
      name: organization.name,
      timeZone: organization.timeZone,
      shortLinks,
      withoutShortener,
      linkParameters,
    };
    const values = { ...now, ...change, name: name ?? now.name };
    if (isDeepStrictEqual(values, now)) return;
    Object.assign(organization, values);
    await tx.flush();
    await rezoneSeries(tx, by.organizationId, { from: now.timeZone, to: values.timeZone });
    await recordAudit(tx, {
      organizationId: by.organizationId,
      userId: by.userId,
      kind: 'organization_changed',
      subjectId: by.organizationId,
      detail: values,
    });
  });
}
