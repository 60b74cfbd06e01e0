/** Changing dates of several posts: shown at once, all or none, with a way back. */
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { queryClient, type Answer } from '../api/client.ts';
import { errorReason } from './issues.ts';
import { moveAll } from './reschedule.ts';

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
  change(posts: readonly Post[], dates: Dates, options: Options): Promise<boolean>;
}

interface Options {
  readonly done: string;
  readonly failed: string;
  /** Whether a date at which the channel has another post by now is refused. */
  readonly onlyFree?: boolean;
}

const NONE: Dates = new Map();

export function useReschedule(): Reschedule {
  const [dates, setDates] = useState(NONE);
  const [announced, announce] = useState('');
  const change: Reschedule['change'] = async (posts, wanted, { done, failed, onlyFree }) => {
    if (wanted.size === 0 || dates.size > 0) return false;
    setDates(wanted);
    const moves = posts.flatMap(({ id, revision, publishDate: from }) => {
      const ms = wanted.get(id);
      return ms === undefined
        ? []
        : [{ id, revision, from, to: ms === null ? null : new Date(ms).toISOString() }];
    });
    const isChanged = await moveAll(moves, { message: done, onlyFree }).then(
      () => true,
      async (error: unknown) => {
        const reason = errorReason(error);
        announce(`${failed}. ${reason}`);
        notifications.show({ color: 'red', title: failed, message: reason });
        await queryClient.invalidateQueries();
        return false;
      },
    );
    if (isChanged) announce(done);
    setDates(NONE);
    return isChanged;
  };
  return { dates, announced, pending: dates.size > 0, change };
}
