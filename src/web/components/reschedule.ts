/** Changing the dates of posts: all or none, with one way back. */
import { answerOf } from '../api/answer-of.ts';
import { http, isApiError, queryClient } from '../api/client.ts';
import { now } from '../api/server-clock.ts';
import { notifySuccess } from './notify.ts';
import { notifyUndo } from './notify-undo.tsx';

/** A post with the date that it has, and the one that it gets; null: the next free time of its channel. */
export interface Move {
  readonly id: string;
  readonly revision: number;
  readonly from: string;
  readonly to: string | null;
  /** Whether it left its series for this: its way back is into it. */
  readonly parted?: boolean;
}

interface Moving {
  /** What is said once they have moved. */
  readonly message: string;
  /** Whether a date at which the channel has another post by now is refused. */
  readonly onlyFree?: boolean | undefined;
}

/** The way back is offered while no old date has passed. @throws the API's error */
export async function moveAll(moves: readonly Move[], { message, onlyFree = false }: Moving): Promise<void> {
  const { data, error } = await http.POST('/posts/reschedule', {
    body: {
      posts: moves.map(({ id, revision, to }) => ({ id, revision, ...(to ? { date: to } : {}) })),
      onlyFree,
    },
  });
  // The answer to a try before was lost, and it worked.
  const isDone = isApiError(error) && error.code === 'revision_mismatch' && (await haveMoved(moves));
  if (!data && !isDone) throw error;
  if (data && moves.every(({ from }) => Date.parse(from) > now())) {
    notifyUndo(message, async () => {
      const posts = data.map(({ id, revision }, n) => ({ id, revision, date: moves[n]?.from ?? '' }));
      const back = await answerOf(http.POST('/posts/reschedule', { body: { posts } }));
      const parted = back.filter((_, n) => moves[n]?.parted);
      if (parted.length === 0) return;
      const { rejoin, unlessRefused } = await import('./series/rejoin.ts');
      for (const { id, revision } of parted) await rejoin(id, revision).catch(unlessRefused);
    });
  } else notifySuccess(message);
  await queryClient.invalidateQueries();
}

async function haveMoved(moves: readonly Move[]): Promise<boolean> {
  const found = await Promise.all(
    moves.map(({ id }) => http.GET('/posts/{id}', { params: { path: { id } } })),
  );
  return found.every(({ data }, n) => data?.publishDate === moves[n]?.to);
}
