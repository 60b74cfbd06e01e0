/** Keeps uploads from being deleted (delete-media.ts) while posts that name them are stored. */
import type { EntityManager } from '../platform/database.ts';
import { ApiError } from '../platform/errors.ts';

/** Ids of the request `j`: of its parts' media, and of the uploads that settings name. */
const NAMED = `select (named.id #>> '{}')::uuid
      from request, jsonb_array_elements(
        jsonb_path_query_array(j, '$.targets[*].items[*].media[*].id')
          || jsonb_path_query_array(j, '$.targets[*].settings.*.id')) as named(id)
      where named.id #>> '{}' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'`;

/**
 * Part of the statement that stores a request: the uploads that it names, locked until the commit. A deletion
 * holds the row, and is seen here once it has been committed.
 */
export const LOCKED_MEDIA = `locked_media as (
    select m.deleted_at is not null as gone from media m where m.id in (${NAMED}) for key share
  )`;

/** @throws ApiError `media_not_stored` */
export function assertMediaKept(gone: boolean | undefined): void {
  if (gone) throw new ApiError('media_not_stored', { message: 'An upload was deleted meanwhile' });
}

/** The same for the new parts of a post that exists. @throws ApiError `media_not_stored` */
export async function lockMedia(tx: EntityManager, ids: readonly string[]): Promise<void> {
  if (!ids.length) return;
  const rows = await tx.execute<{ gone: boolean }[]>(
    'select deleted_at is not null as gone from media where id = any(?::uuid[]) order by id for key share',
    [[...ids]],
  );
  assertMediaKept(rows.some(({ gone }) => gone));
}
