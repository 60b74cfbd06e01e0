/** The last copy of an organisation before v1 is stopped: what is wrong with it stops nothing. */
import { ApiError } from '../../platform/errors.ts';
import { BEGIN, copyBatch, type Place } from '../copy/run-pass.ts';
import type { Migration } from '../v1-source.ts';
import { findDifferent } from '../verify.ts';
import type { MigratedOrganization } from './organizations.ts';

/** What publishing needs. */
const NEEDED = ['integration', 'post'] as const;
const NAMED = 3;

/** Everything of the organisation, compared record by record. */
export async function copyOrganization(
  migration: Migration,
  { legacyId }: MigratedOrganization,
  signal?: AbortSignal,
): Promise<void> {
  for (let place: Place | null = BEGIN; place;) {
    signal?.throwIfAborted();
    place = (await copyBatch(migration, place, { organization: legacyId })).next;
  }
}

/**
 * Copies, and compares channels and posts. What differs is copied once more, since people go on working in
 * v1.
 *
 * @throws ApiError `invalid_request` naming what was not copied although it has not changed in v1
 */
export async function copyAndCompare(
  migration: Migration,
  organization: MigratedOrganization,
  signal?: AbortSignal,
): Promise<void> {
  await copyOrganization(migration, organization, signal);
  const { legacyId, name } = organization;
  const first = await findDifferent(migration, NEEDED, legacyId);
  if (!first.size) return;
  await copyOrganization(migration, organization, signal);
  const second = await findDifferent(migration, NEEDED, legacyId);
  const stuck = [...second].filter(([key, digest]) => first.get(key) === digest).map(([key]) => key);
  if (!stuck.length) return;
  const rest = stuck.length > NAMED ? ` and ${stuck.length - NAMED} more` : '';
  throw new ApiError('invalid_request', {
    inEnglish: `${stuck.length} records of "${name}" are not here as they are in v1 (${stuck.slice(0, NAMED).join(', ')}${rest}), so v1 was not stopped. "migrate-v1 copy" says why, and "migrate-v1 verify" counts them`,
  });
}
