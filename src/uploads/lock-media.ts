/** Keeps uploads from being deleted (delete-media.ts) while posts that name them are stored. */
import type { EntityManager } from '../platform/database.ts';
import { ApiError } from '../platform/errors.ts';
import { sentence } from '../platform/sentences.ts';

/**
 * Ids in the request `j`: of its parts' media, and of the uploads that settings name. No question marks:
 * inside a transaction of the ORM they would be its parameters.
 */
const NAMED = `select named.id::uuid as id
    from request, lateral (
      select file ->> 'id' as id
      from jsonb_path_query(j, '$.targets[*].items[*].media[*]') as media(file)
      union
      select file ->> 'id'
      from jsonb_path_query(j, '$.targets[*].items[*].media[*].thumbnail') as thumbnails(file)
      union
      select setting ->> 'id'
      from jsonb_path_query(j, '$.targets[*].settings.**{1 to 2}') as settings(setting)
      where jsonb_typeof(setting) = 'object' and setting ->> 'path' is not null
    ) as named
    where named.id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'`;

/**
 * Part of the statement that stores a request: the uploads that it names, locked until the commit, and
 * `gone_media`, those that are missing. A transaction that deletes one holds its row; a request that waited
 * for it no longer sees it.
 */
export const LOCKED_MEDIA = `named_media as (
    ${NAMED}
  ),
  locked_media as (
    select id from media where id in (select id from named_media) and deleted_at is null for key share
  ),
  gone_media as (
    select id from named_media except select id from locked_media
  )`;

/**
 * The same for the draft `$3` of the organisation `$2`, wherever it names an upload, as the library counts
 * its drafts (read-library.ts). A draft may also name what was deleted long ago, as a copy of an old post
 * does: `gone_media` are those that are being deleted at this moment.
 */
export const LOCKED_MEDIA_OF_DRAFT = `named_media as (
    select media.id
    from media
    where media.id in (
        select (named #>> '{}')::uuid
        from jsonb_path_query($3::jsonb, '$.**.id') as ids(named)
        where named #>> '{}' ~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'
      )
      and media.organization_id = $2 and media.deleted_at is null
  ),
  locked_media as (
    select id from media where id in (select id from named_media) and deleted_at is null
    order by id for key share
  ),
  gone_media as (
    select id from named_media except select id from locked_media
  )`;

/** @throws ApiError `media_not_stored` */
export function assertMediaKept(gone: boolean | undefined): void {
  if (gone) throw new ApiError('media_not_stored', sentence('upload_deleted'));
}

/** The same for the new parts of a post that exists. @throws ApiError `media_not_stored` */
export async function lockMedia(tx: EntityManager, ids: readonly string[]): Promise<void> {
  const named = [...new Set(ids)];
  if (!named.length) return;
  // The ORM spreads an array over several parameters.
  const kept = await tx.execute<object[]>(
    `select 1 from media
    where id in (select named::uuid from jsonb_array_elements_text(?::jsonb) as ids(named))
      and deleted_at is null order by id for key share`,
    [JSON.stringify(named)],
  );
  assertMediaKept(kept.length < named.length);
}
