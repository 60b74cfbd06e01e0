/** Changes of posts of a series: which posts they concern, and their new dates. */
import { answerOf } from '../../api/answer-of.ts';
import { http, withPatience, type Answer } from '../../api/client.ts';
import type { Move } from '../reschedule.ts';
import { rejoin, unlessRefused } from './rejoin.ts';
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

const choiceOf = ({ date, isComing }: SeriesPost, scope: Scope) => ({ scope, ...(isComing ? { date } : {}) });

/** The posts that a change would concern. Nothing changes: some of them may not be there yet. */
export const look = (post: SeriesPost, scope: Scope): Promise<Selected> => {
  const params = { path: { id: post.id }, query: choiceOf(post, scope) };
  return answerOf(withPatience((signal) => http.GET('/posts/{id}/occurrences', { params, signal })));
};

/**
 * The posts that a change concerns, right before it is carried out: a series is parted now. It may be asked
 * for again: nothing that is published changes by it.
 *
 * @param revision of the post, when it was read: it is refused where that was changed since
 */
export async function select(post: SeriesPost, scope: Scope, revision?: number): Promise<Selected> {
  const header = revision ? { 'If-Match': `"${revision}"` } : undefined;
  const params = { path: { id: post.id }, ...(header && { header }) };
  const body = choiceOf(post, scope);
  return answerOf(withPatience((signal) => http.POST('/posts/{id}/occurrences', { params, body, signal })));
}

/** Puts posts back that were made for a change, of which nothing came; one that was changed stays. */
export async function putBack(posts: readonly Pick<Selected[number], 'id' | 'parted'>[]): Promise<void> {
  for (const { id } of posts.filter(({ parted }) => parted)) await rejoin(id).catch(unlessRefused);
}

const asUtc = (clock: string): number => Date.parse(`${clock}Z`);

/** Moves by the clock: the posts of a series keep their distance to each other in winter and in summer. */
export function movesOf(posts: Selected, [from, to]: readonly [string, string], zone: string): Move[] {
  const by = asUtc(toClock(to, zone)) - asUtc(toClock(from, zone));
  return posts.flatMap(({ id, revision, publishDate, parted }) => {
    const clock = new Date(asUtc(toClock(publishDate, zone)) + by).toISOString().slice(0, 16);
    const date = publishDate === from ? to : fromClock(clock, zone);
    return date ? [{ id, revision, from: publishDate, to: date, parted }] : [];
  });
}
