/** Deleting posts that wait, with one way back for all. */
import { notifications } from '@mantine/notifications';
import { answerOf } from '../api/answer-of.ts';
import { http, isApiError, queryClient } from '../api/client.ts';
import { now } from '../api/server-clock.ts';
import { strings } from '../strings/index.ts';
import { eachOf, undoEach } from './each-of.ts';
import { notifyUndo } from './notify-undo.tsx';

/**
 * Cancels a post that waits, or deletes a draft; what was published since it was read stays. Done twice, it
 * is done once.
 *
 * @param revision unless another person has changed it since
 * @throws the API's error
 */
export const cancelPost = (id: string, revision?: number) =>
  answerOf(
    http.DELETE('/posts/{id}', {
      params: {
        path: { id },
        query: { onlyWaiting: 'true' },
        ...(revision ? { header: { 'If-Match': `"${revision}"` } } : {}),
      },
    }),
  );

/**
 * @returns what is to be said where a post that waited is a draft now
 * @throws the API's error
 */
export async function restoreOnce(id: string, wasDraft: boolean): Promise<string | undefined> {
  const post = await answerOf(http.POST('/posts/{id}/restore', { params: { path: { id } } }));
  if (wasDraft || post.status !== 'draft') return undefined;
  return new Date(post.publishDate).getTime() <= now() ? strings.post.nowDraftPast : strings.post.nowDraft;
}

/** Restored twice, a post is restored once. A date of a series is no post any more then. */
export const restorePost = (id: string, wasDraft = false): Promise<string | undefined> =>
  unlessOver(['post_locked', 'post_not_found'], restoreOnce(id, wasDraft));

/**
 * Deletes posts that wait, and offers a way back for those that were deleted. One that is refused does not
 * keep the others; one that was published meanwhile stays. It may be repeated.
 *
 * @param messageOf says with how many it was done
 * @throws the API's first refusal, at the end
 */
export async function deletePosts(
  ids: readonly string[],
  messageOf: (count: number) => string,
): Promise<void> {
  const { done, refused } = await eachOf(ids, deleteWaiting);
  const deleted = done.filter(([, isDeleted]) => isDeleted).map(([id]) => id);
  const restore = undoEach(deleted, (id) => restorePost(id));
  if (deleted.length) notifyUndo(messageOf(deleted.length), restore);
  if (done.length > deleted.length) {
    const message = strings.series.stays.published(done.length - deleted.length);
    notifications.show({ color: 'orange', message, autoClose: false });
  }
  await queryClient.invalidateQueries();
  if (refused) throw refused;
}

/** Whether it was deleted, now or by a try before; false: it does not wait any more. */
async function deleteWaiting(id: string): Promise<boolean> {
  try {
    return (await cancelPost(id)).status !== 'published';
  } catch (error) {
    if (isRefused(error, ['post_not_found'])) return true;
    if (isRefused(error, ['post_locked'])) return false;
    throw error;
  }
}

const isRefused = (error: unknown, codes: readonly string[]): boolean =>
  isApiError(error) && codes.includes(error.code);

/** What a try before has done, whose other posts failed. */
const unlessOver = <T>(codes: readonly string[], done: Promise<T>): Promise<T | undefined> =>
  done.catch((error: unknown) => {
    if (!isRefused(error, codes)) throw error;
    return undefined;
  });
