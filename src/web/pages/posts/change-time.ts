/** Changes of a post's time, each as one answer of the API for `change`. */
import { http, type Schemas } from '../../api/client.ts';
import { now } from '../../api/server-clock.ts';

type Post = Pick<Schemas['PostDetail'], 'id' | 'revision' | 'status'>;

interface Result {
  readonly error?: unknown;
}

const toDate = (post: Post, date: string): Promise<Result> =>
  http.PATCH('/posts/{id}', {
    params: { path: { id: post.id }, header: { 'If-Match': `"${post.revision}"` } },
    body: { date },
  });

/** Whether its date has come: scheduled now, it would be published at once. */
export const isPast = ({ publishDate }: { publishDate: string }): boolean =>
  new Date(publishDate).getTime() <= now();

/** Puts a draft on the schedule, for the date that it has. */
export const schedule = (id: string): Promise<Result> =>
  http.PUT('/posts/{id}/status', { params: { path: { id } }, body: { status: 'schedule' } });

/** Gives the post another time; a draft is scheduled for it when that is asked for. */
export async function moveTo(post: Post, date: string, scheduled: boolean): Promise<Result> {
  const moved = await toDate(post, date);
  return moved.error || !scheduled || post.status !== 'draft' ? moved : schedule(post.id);
}

/** Gives the post the time that it had, unless it has been changed since. */
export const moveBack = ({
  id,
  revision,
  publishDate,
}: Post & { readonly publishDate: string }): Promise<Result> =>
  http.PATCH('/posts/{id}', {
    params: { path: { id }, header: { 'If-Match': `"${revision + 1}"` } },
    body: { date: publishDate },
  });

/** Publishes the post at once: the person has confirmed that. */
export function publishNow(post: Post): Promise<Result> {
  if (post.status === 'draft' || post.status === 'scheduled') {
    return moveTo(post, new Date(now()).toISOString(), true);
  }
  return http.POST('/posts/{id}/retry', { params: { path: { id: post.id } } });
}
