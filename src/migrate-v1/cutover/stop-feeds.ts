/**
 * Feeds of v1 that make posts by themselves (AutoPost): stopped with the posts, and put back by a rollback.
 */
import { STOPPED_AT } from '../map/post.ts';
import { has } from '../source/version.ts';
import type { Migration } from '../v1-source.ts';
import type { MigratedOrganization } from './organizations.ts';
import { withWriter } from './write-v1.ts';

const ACTIVE = `"organizationId" = $1 and active and "deletedAt" is null`;
const STOPPED = `"organizationId" = $1 and "deletedAt" = '${STOPPED_AT}'`;

/**
 * Each hour v1 reads the row of a feed with `deletedAt: null`, in every release that has feeds (v1.65.7,
 * v2.11.3, v2.12.0, v2.23.0: autopost.repository.ts, getAutopost), so the mark of posts stops it too. May be
 * repeated.
 *
 * @returns how many were stopped
 * @throws ApiError `invalid_request` when the database may not be written to
 */
export function stopFeeds(migration: Migration, organization: MigratedOrganization): Promise<number> {
  return mark(migration, organization, { where: ACTIVE, deletedAt: `'${STOPPED_AT}'` });
}

/** Lets those that were stopped go on. @throws as stopFeeds */
export function restartFeeds(migration: Migration, organization: MigratedOrganization): Promise<number> {
  return mark(migration, organization, { where: STOPPED, deletedAt: 'null' });
}

async function mark(
  migration: Migration,
  { legacyId }: MigratedOrganization,
  { where, deletedAt }: { where: string; deletedAt: string },
): Promise<number> {
  const { source } = migration;
  if (!has(source.shape, 'AutoPost')) return 0;
  if (!(await source.query(`select 1 from "AutoPost" where ${where} limit 1`, [legacyId])).length) return 0;
  const update = `update "AutoPost" set "deletedAt" = ${deletedAt} where ${where} returning id`;
  return withWriter(migration, async (query) => (await query(update, [legacyId])).length);
}
