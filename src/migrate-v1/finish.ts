/** The end of a migration: v1 is no longer needed, and its secrets are forgotten. */
import { ApiError } from '../platform/errors.ts';
import { assertNoDoubt, readOrganizations } from './cutover/organizations.ts';
import type { Migration } from './v1-source.ts';

const FINISH = `update v1_source set sealed = null, finished_at = now() where id = ?`;
const FORGET = [
  'delete from v1_stopped_post where source_id = ?',
  'delete from v1_job where source_id = ?',
  `update v1_organization set detail = detail || '{"finished": true}' where source_id = ?`,
];

/**
 * Ends it: old ids and keys go on working, and there is no way back to v1 from here on.
 *
 * @throws ApiError `invalid_request` while v1 still publishes for an organisation;
 * `publisher_in_doubt`
 */
export async function finish({ context, sourceId }: Migration): Promise<number> {
  const organizations = await readOrganizations(context.database, sourceId);
  organizations.forEach(assertNoDoubt);
  const onV1 = organizations.filter(({ publishes }) => publishes === 'v1');
  if (onV1.length) {
    throw new ApiError('invalid_request', {
      inEnglish: `v1 still publishes for ${onV1.map(({ name }) => `"${name}"`).join(', ')}: cut over first`,
    });
  }
  await context.database.fork().transactional(async (tx) => {
    for (const statement of FORGET) await tx.execute(statement, [sourceId]);
    await tx.execute(FINISH, [sourceId]);
  });
  return organizations.length;
}
