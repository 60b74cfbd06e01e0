/** Deleting posts that wait, with one way back for all. */
import { notifications } from '@mantine/notifications';
import { answerOf } from '../api/answer-of.ts';
import { http, isApiError, queryClient } from '../api/client.ts';
import { strings } from '../strings/index.ts';
import { eachOf, undoEach } from './each-of.ts';
import { notifyUndo } from './notify-undo.tsx';

/** Deleted twice, a post is deleted once. `revision`: unless another person has changed it since. */
export const deletePost = (id: string, revision?: number): Promise<unknown> =>
  answerOf(
    http.DELETE('/posts/{id}', {
      params: { path: { id }, ...(revision ? { header: { 'If-Match': `"${revision}"` } } : {}) },
    }),
  );

/** Restored twice, a post is restored once. A date of a series is no post any more then. */
export const restorePost = (id: string): Promise<unknown> =>
  unlessOver(
    ['post_locked', 'post_not_found'],
    answerOf(http.POST('/posts/{id}/restore', { params: { path: { id } } })),
  );

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
  if (deleted.length) notifyUndo(messageOf(deleted.length), undoEach(deleted, restorePost));
  if (done.length > deleted.length) {
    const message = strings.series.stays.published(done.length - deleted.length);
    notifications.show({ color: 'orange', message, autoClose: false });
  }
  await queryClient.invalidateQueries();
  if (refused) throw refused;
}

const WAITING: ReadonlySet<string> = new Set(['draft', 'scheduled']);

/** Whether it was deleted, now or by a try before; false: it does not wait any more. */
async function deleteWaiting(id: string): Promise<boolean> {
  try {
    const { status } = await answerOf(http.GET('/posts/{id}', { params: { path: { id } } }));
    if (!WAITING.has(status)) return status === 'cancelled';
  } catch (error) {
    if (!isGone(error)) throw error;
    return true;
  }
  await unlessOver(['post_not_found'], deletePost(id));
  return true;
}

const isGone = (error: unknown): boolean => isApiError(error) && error.code === 'post_not_found';

/** What a try before has done, whose other posts failed. */
const unlessOver = (codes: readonly string[], done: Promise<unknown>): Promise<unknown> =>
  done.catch((error: unknown) => {
    if (!isApiError(error) || !codes.includes(error.code)) throw error;
  });
