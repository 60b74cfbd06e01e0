import type { Database, Statement } from './database.ts';
import { ApiError } from './errors.ts';
import { v1Or } from './published-elsewhere.ts';

const READ: Statement = {
  name: 'published-here',
  text: `select moved_at is not null as moved, ${v1Or('id')} as v1 from organization where id = $1`,
};

/**
 * Before a change of what an organisation publishes that does not come in over HTTP, where each request is
 * asked (src/http/refuse-elsewhere.ts).
 *
 * @throws ApiError `cutover_pending`, `organization_moved` when another instance publishes for it;
 * `publisher_in_doubt` when that is not known
 */
export async function assertPublishedHere(
  database: Pick<Database, 'query'>,
  organizationId: string,
): Promise<void> {
  const [row] = await database.query<{ moved: boolean; v1: 'v1' | 'crier' | 'doubt' | null }>(READ, [
    organizationId,
  ]);
  if (row?.v1 === 'doubt') throw new ApiError('publisher_in_doubt');
  if (row?.v1 === 'v1') throw new ApiError('cutover_pending');
  if (row?.moved) throw new ApiError('organization_moved');
}
