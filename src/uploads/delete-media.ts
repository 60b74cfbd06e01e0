/** Deletes a file of the library, unless a post still needs it. */
import type { Person } from '../http/types.ts';
import type { Context } from '../platform/context.ts';
import { Media } from '../platform/entities/media.ts';
import { recordAudit } from '../platform/audit.ts';
import { ApiError } from '../platform/errors.ts';
import { assertOwnMedia } from './own-media.ts';
import { readFromLibrary, readUsingPosts } from './read-library.ts';
import { sentence } from '../platform/sentences.ts';

/**
 * Deletes the row and the file. Posts that were published with it stay as they are on their networks.
 *
 * @throws ApiError `media_not_found`, `foreign_resource`; `media_in_use` while a draft, or a post that is
 * not published yet, names it
 */
export async function deleteMedia(
  { database, storage }: Pick<Context, 'database' | 'storage'>,
  { organizationId, userId }: Pick<Person, 'organizationId' | 'userId'>,
  mediaId: string,
): Promise<void> {
  await database.fork().transactional(async (tx) => {
    await tx.execute('select 1 from media where id = ? for update', [mediaId]);
    const file = await readFromLibrary(database, mediaId);
    assertOwnMedia(organizationId, file, mediaId);
    if (file.waiting > 0) throw inUse(file.waiting, (await readUsingPosts(database, mediaId, 1))[0]?.id);
    if (file.drafts > 0) throw new ApiError('media_in_use', sentence('file_in_draft'));
    await tx.nativeUpdate(Media, { id: mediaId }, { deletedAt: new Date() });
    await recordAudit(tx, {
      organizationId,
      userId,
      kind: 'media_deleted',
      subjectId: mediaId,
      detail: { name: file.name },
    });
  });
  // From here on no post can name it; bytes that a crash leaves behind belong to nothing.
  await storage.remove(organizationId, mediaId);
}

function inUse(posts: number, first: string | undefined): ApiError {
  const one = first ? sentence('file_in_post_of_id', { id: first }) : sentence('file_in_post');
  const several = first
    ? sentence('file_in_posts_since_id', { count: posts, id: first })
    : sentence('file_in_posts', { count: posts });
  return new ApiError('media_in_use', posts === 1 ? one : several);
}
