/** Putting a post back into the series that it left. */
import { answerOf } from '../../api/answer-of.ts';
import { http, isApiError, type Answer } from '../../api/client.ts';

/** @param revision of the post: what was changed in it up to there is lost. @throws the API's error */
export const rejoin = (id: string, revision?: number): Promise<Answer<'rejoinSeries'>> =>
  answerOf(
    http.POST('/posts/{id}/rejoin', {
      params: { path: { id }, ...(revision ? { header: { 'If-Match': `"${revision}"` } } : {}) },
    }),
  );

/** A series that cannot be put together again stays parted: its dates are the same. */
export function unlessRefused(problem: unknown): void {
  if (!isApiError(problem)) throw problem;
}
