/** Deleting posts that wait, with one way back for all. */
import { answerOf } from '../api/answer-of.ts';
import { http, isApiError, queryClient } from '../api/client.ts';
import { notifyUndo } from './notify-undo.tsx';

/** Deleted twice, a post is deleted once. `revision`: unless another person has changed it since. */
export const deletePost = (id: string, revision?: number): Promise<unknown> =>
  answerOf(
    http.DELETE('/posts/{id}', {
      params: { path: { id }, ...(revision ? { header: { 'If-Match': `"${revision}"` } } : {}) },
    }),
  );

/** Restored twice, a post is restored once. */
export const restorePost = (id: string): Promise<unknown> =>
  unlessOver('post_locked', answerOf(http.POST('/posts/{id}/restore', { params: { path: { id } } })));

/** Stops at the first refusal, and may be repeated. @throws the API's error */
export async function deletePosts(ids: readonly string[], message: string): Promise<void> {
  for (const id of ids) await unlessOver('post_not_found', deletePost(id));
  notifyUndo(message, async () => {
    for (const id of ids) await restorePost(id);
  });
  await queryClient.invalidateQueries();
}

/** What a try before has done, whose other posts failed. */
const unlessOver = (code: string, done: Promise<unknown>): Promise<unknown> =>
  done.catch((error: unknown) => {
    if (!isApiError(error) || error.code !== code) throw error;
  });
