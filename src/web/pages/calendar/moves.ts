/** Moving a post: shown at once, sent, and undone with a word when it is refused. */
import { notifications } from '@mantine/notifications';
import { useCallback, useState } from 'react';
import { http, isApiError, queryClient } from '../../api/client.ts';
import { now as serverNow } from '../../api/server-clock.ts';
import { errorWords, firstIssueOf } from '../../components/issues.ts';
import { notifyUndo } from '../../components/notify-undo.tsx';
import { strings } from '../../strings/index.ts';
import { dayOf, minuteOf } from './clock.ts';
import type { Entry } from './entries.ts';
import { momentText } from './words.ts';

const text = strings.calendar.move;

/** What differs from the posts that were read, by the id of the post, until they are read again. */
export type Changes = ReadonlyMap<string, Partial<Entry>>;

export interface Moves {
  readonly changes: Changes;
  /** What a screen reader says next. */
  readonly said: string;
  say(words: string): void;
  /** Moves a post to another instant, unless that is past. */
  move(entry: Entry, ms: number): Promise<void>;
}

/** @param zone the one in which dates are told */
export function useMoves(zone: string): Moves {
  const [said, say] = useState('');
  const [changes, setChanges] = useState<Changes>(new Map());
  const move = useCallback(
    async (entry: Entry, ms: number): Promise<void> => {
      if (ms === Date.parse(entry.publishDate)) return;
      if (ms < serverNow()) {
        refuse(say, text.past);
        return;
      }
      const set = (change: Partial<Entry>): void =>
        setChanges((now) => new Map([...now, [entry.id, change]]));
      const publishDate = new Date(ms).toISOString();
      set({ publishDate });
      const { moved, error } = await send(entry, publishDate);
      if (moved) {
        set({ publishDate: moved.publishDate, revision: moved.revision, status: moved.status });
        const words = text.moved(momentText(dayOf(ms, zone), minuteOf(ms, zone)));
        say(words);
        notifyMoved({ ...entry, revision: moved.revision }, words);
      } else {
        set({});
        refuse(say, wordsOf(error), text.failed);
      }
      await queryClient.invalidateQueries();
      setChanges((now) => new Map([...now].filter(([id]) => id !== entry.id)));
    },
    [zone],
  );
  return { changes, said, say, move };
}

/** With a way back, while its old date has not passed. */
function notifyMoved(entry: Entry, words: string): void {
  if (Date.parse(entry.publishDate) <= serverNow()) return;
  notifyUndo(words, async () => {
    const { error } = await send(entry, entry.publishDate);
    if (error) throw error;
  });
}

async function send({ id, revision }: Entry, date: string) {
  const params = { path: { id }, header: { 'If-Match': `"${revision}"` } };
  try {
    const { data, error } = await http.PATCH('/posts/{id}', { params, body: { date } });
    return { moved: data, error };
  } catch (error) {
    return { moved: undefined, error };
  }
}

/** What the API says; without an answer, that there was none. */
function wordsOf(error: unknown): string {
  return isApiError(error) ? firstIssueOf(error) : errorWords(error);
}

function refuse(say: (words: string) => void, message: string, title?: string): void {
  say(title ? `${title}. ${message}` : message);
  notifications.show({ color: 'red', message, ...(title ? { title } : {}) });
}
