/** Changes of posts of a series: which posts they concern, and their new dates. */
import { answerOf } from '../../api/answer-of.ts';
import { http, withPatience, type Answer } from '../../api/client.ts';
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
  return answerOf(
    withPatience((signal) =>
      http.POST('/posts/{id}/occurrences', { params: { path: { id } }, body, signal }),
    ),
  );
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
