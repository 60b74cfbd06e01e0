import type { Database, Statement } from './database.ts';
import { ApiError } from './errors.ts';
import { publisherOf, type Publisher } from './published-elsewhere.ts';

const READ: Statement = {
  name: 'published-here',
  text: `select moved_at is not null as moved, ${publisherOf('id')} as publisher from organization where id = $1`,
};

/**
 * Asserts that an organisation publishes here, for changes that do not come in over HTTP, where each request
 * is checked (src/http/refuse-elsewhere.ts).
 *
 * @throws ApiError `cutover_pending`, `organization_moved` when another instance publishes for it;
 * `publisher_in_doubt` when that is not known
 */
export async function assertPublishedHere(
  database: Pick<Database, 'query'>,
  organizationId: string,
): Promise<void> {
  const [row] = await database.query<{ moved: boolean; publisher: Publisher | null }>(READ, [organizationId]);
  if (row?.publisher === 'doubt') throw new ApiError('publisher_in_doubt');
  if (row?.publisher === 'elsewhere') throw new ApiError('cutover_pending');
  if (row?.moved) throw new ApiError('organization_moved');
}
