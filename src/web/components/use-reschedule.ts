/** Changing dates of several posts: shown at once, all or none, with a way back. */
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { http, isApiError, queryClient, type Answer } from '../api/client.ts';
import { now } from '../api/server-clock.ts';
import { errorText, firstIssueOf } from './issues.ts';
import { notifyUndo } from './notify-undo.tsx';

type Post = Pick<Answer<'getCalendar'>['posts'][number], 'id' | 'revision' | 'publishDate'>;

/** New dates of posts, by their ids, in milliseconds; null: the next free posting time of the channel. */
export type Dates = ReadonlyMap<string, number | null>;

export interface Reschedule {
  /** What differs from what was read. */
  readonly dates: Dates;
  /** The next announcement of a screen reader. */
  readonly announced: string;
  /** Whether a change is under way: the next one needs its revisions. */
  readonly pending: boolean;
  /** Says that it is `done` or has `failed`, and resolves with which. */
  change(posts: readonly Post[], dates: Dates, says: Says): Promise<boolean>;
}

interface Says {
  readonly done: string;
  readonly failed: string;
}

const NONE: Dates = new Map();

export function useReschedule(): Reschedule {
  const [dates, setDates] = useState(NONE);
  const [announced, announce] = useState('');
  const change: Reschedule['change'] = async (posts, wanted, { done, failed }) => {
    if (wanted.size === 0 || dates.size > 0) return false;
    setDates(wanted);
    const before = posts.filter(({ id }) => wanted.has(id));
    const { changed, error } = await send(
      before.map((post) => ({ ...named(post), ...dateOf(wanted.get(post.id)) })),
    ).then(
      (answer) => ({ changed: answer, error: undefined }),
      (problem: unknown) => ({ changed: undefined, error: problem }),
    );
    if (changed) {
      announce(done);
      offerUndo(before, changed, done);
    } else {
      const reason = isApiError(error) ? firstIssueOf(error) : errorText(error);
      announce(`${failed}. ${reason}`);
      notifications.show({ color: 'red', title: failed, message: reason });
    }
    await queryClient.invalidateQueries();
    setDates(NONE);
    return changed !== undefined;
  };
  return { dates, announced, pending: dates.size > 0, change };
}

/** While no old date has passed. */
function offerUndo(before: readonly Post[], changed: readonly Post[], message: string): void {
  const dates = new Map(before.map(({ id, publishDate }) => [id, publishDate]));
  const undo = (): Promise<unknown> =>
    send(changed.map((post) => ({ ...named(post), date: dates.get(post.id) ?? post.publishDate })));
  if (before.every(({ publishDate }) => Date.parse(publishDate) > now())) notifyUndo(message, undo);
  else notifications.show({ color: 'green', message });
}

const named = ({ id, revision }: Pick<Post, 'id' | 'revision'>) => ({ id, revision });

const dateOf = (ms: number | null | undefined): { date?: string } =>
  typeof ms === 'number' ? { date: new Date(ms).toISOString() } : {};

/** @throws the API's error */
async function send(posts: { id: string; revision: number; date?: string }[]) {
  const { data, error } = await http.POST('/posts/reschedule', { body: { posts } });
  if (!data) throw error;
  return data;
}
