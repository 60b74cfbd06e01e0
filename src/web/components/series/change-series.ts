/** Changes of posts of a series: which posts they concern, and the way back. */
import { http, isApiError, queryClient, withPatience, type Answer } from '../../api/client.ts';
import { notifyUndo } from '../notify-undo.tsx';
import type { Move } from '../reschedule.ts';
import { fromClock, toClock } from '../../format/zone.ts';

export type Scope = 'this' | 'following' | 'all';

/** A post of a series, or one of its coming dates, which has no post yet. */
export interface SeriesPost {
  readonly id: string;
  /** The date that is meant. */
  readonly date: string;
  readonly isComing: boolean;
}

export type Selected = Answer<'selectOccurrences'>;

/** The posts that a change concerns. It may be asked for again: nothing that is published changes by it. */
export async function select({ id, date, isComing }: SeriesPost, scope: Scope): Promise<Selected> {
  const body = { scope, ...(isComing ? { date } : {}) };
  const { data, error } = await withPatience((signal) =>
    http.POST('/posts/{id}/occurrences', { params: { path: { id } }, body, signal }),
  );
  if (!data) throw error;
  return data;
}

/** Deletes posts, with one way back for all. Deleted twice, they are deleted once. */
export async function remove(posts: Selected, message: string): Promise<void> {
  for (const { id } of posts) {
    const { error } = await http.DELETE('/posts/{id}', { params: { path: { id } } });
    if (error) throw error;
  }
  notifyUndo(message, async () => {
    for (const { id } of posts) {
      const { error } = await http.POST('/posts/{id}/restore', { params: { path: { id } } });
      // Restored by the try before, whose other posts failed.
      if (error && !(isApiError(error) && error.code === 'post_locked')) throw error;
    }
  });
  await queryClient.invalidateQueries();
}

const asUtc = (clock: string): number => Date.parse(`${clock}Z`);

/** Moves by the clock: the posts of a series keep their distance to each other in winter and in summer. */
export function movesOf(posts: Selected, [from, to]: readonly [string, string], zone: string): Move[] {
  const by = asUtc(toClock(to, zone)) - asUtc(toClock(from, zone));
  return posts.flatMap(({ id, revision, publishDate }) => {
    const clock = new Date(asUtc(toClock(publishDate, zone)) + by).toISOString().slice(0, 16);
    const date = publishDate === from ? to : fromClock(clock, zone);
    return date ? [{ id, revision, from: publishDate, to: date }] : [];
  });
}
