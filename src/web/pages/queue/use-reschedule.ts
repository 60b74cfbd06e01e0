/** Changing dates in the queue: shown at once, all or none, with a way back. */
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { http, isApiError, queryClient } from '../../api/client.ts';
import { now } from '../../api/server-clock.ts';
import { errorWords, firstIssueOf } from '../../components/issues.ts';
import { notifyUndo } from '../../components/notify-undo.tsx';
import { strings } from '../../strings/index.ts';
import type { Dates, QueuedPost } from './rows.ts';

const NONE: Dates = new Map();

export interface Reschedule {
  /** What differs from what was read. */
  readonly dates: Dates;
  /** The next announcement of a screen reader. */
  readonly announced: string;
  /** Whether a change is under way: the next one needs its revisions. */
  readonly pending: boolean;
  change(posts: readonly QueuedPost[], dates: Dates, message: string): Promise<void>;
}

export function useReschedule(): Reschedule {
  const [dates, setDates] = useState(NONE);
  const [announced, announce] = useState('');
  const change = async (posts: readonly QueuedPost[], wanted: Dates, message: string): Promise<void> => {
    if (wanted.size === 0 || dates.size > 0) return;
    setDates(wanted);
    const before = posts.filter(({ id }) => wanted.has(id));
    try {
      const changed = await send(
        before.map(({ id, revision }) => ({ id, revision, date: iso(wanted.get(id) ?? 0) })),
      );
      announce(message);
      const undo = (): Promise<unknown> =>
        send(
          changed.map(({ id, revision }) => ({
            id,
            revision,
            date: before.find((post) => post.id === id)?.publishDate ?? '',
          })),
        );
      if (before.every(({ publishDate }) => Date.parse(publishDate) > now())) notifyUndo(message, undo);
      else notifications.show({ color: 'green', message });
    } catch (error) {
      const reason = isApiError(error) ? firstIssueOf(error) : errorWords(error);
      announce(`${strings.queue.failed}. ${reason}`);
      notifications.show({ color: 'red', title: strings.queue.failed, message: reason });
    }
    await queryClient.invalidateQueries();
    setDates(NONE);
  };
  return { dates, announced, pending: dates.size > 0, change };
}

const iso = (ms: number): string => new Date(ms).toISOString();

/** @throws the API's error */
async function send(posts: { id: string; revision: number; date: string }[]) {
  const { data, error } = await http.POST('/posts/reschedule', { body: { posts } });
  if (!data) throw error;
  return data;
}
