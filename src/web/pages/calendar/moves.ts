/** Moving a post: shown at once, sent, and undone with a message when it is refused. */
import { notifications } from '@mantine/notifications';
import { useCallback, useRef, useState } from 'react';
import { answerOf } from '../../api/answer-of.ts';
import { http, queryClient } from '../../api/client.ts';
import { now as serverNow } from '../../api/server-clock.ts';
import { errorReason } from '../../components/issues.ts';
import { notifyAction, type Offer } from '../../components/notify-action.tsx';
import { notifyUndo } from '../../components/notify-undo.tsx';
import { formatReading } from '../../format/date-time.tsx';
import { shiftOf, toClock } from '../../format/zone.ts';
import { isolated } from '../../format/text.ts';
import { strings } from '../../strings/index.ts';
import { dayOf, minuteOf } from './clock.ts';
import { takesFree, type Entry, type Slot } from './entries.ts';
import { momentText } from './words.ts';

const text = strings.calendar.move;

/** What differs from the posts that were read, by the id of the post, until they are read again. */
export type Changes = ReadonlyMap<string, Partial<Entry>>;

export interface Moves {
  readonly changes: Changes;
  /** The next announcement of a screen reader. */
  readonly said: string;
  say(text: string): void;
  /**
   * Moves a post to another instant, unless that is past. `asked`: the time of the clock that was meant,
   * where the clock may skip it ("2031-03-30T02:30").
   */
  move(entry: Entry, ms: number, asked?: string): Promise<void>;
}

/**
 * @param zone the one in which dates are shown
 * @param slots the free posting times that are shown: one of them is refused where it is taken by now
 */
export function useMoves(zone: string, slots: readonly Slot[]): Moves {
  const free = useRef(slots);
  free.current = slots;
  const [said, say] = useState('');
  const [changes, setChanges] = useState<Changes>(new Map());
  const move = useCallback(
    async (entry: Entry, ms: number, asked?: string): Promise<void> => {
      const carryOut = async (moving: Entry, date: string): Promise<void> => {
        if (Date.parse(date) < serverNow()) {
          refuse(say, text.past);
          return;
        }
        const set = (change: Partial<Entry>): void =>
          setChanges((now) => new Map([...now, [entry.id, change]]));
        set({ publishDate: date });
        const { moved, error } = await send(moving, date, takesFree(entry, Date.parse(date), free.current));
        if (moved) {
          const { publishDate, revision } = moved;
          set({ publishDate, revision, ...('status' in moved && { status: moved.status }) });
          const { words: message, other } = readingOf(entry, {
            date,
            asked: asked ?? toClock(date, zone),
            zone,
          });
          say(message);
          notifyMoved(
            { ...entry, revision },
            message,
            other === undefined
              ? undefined
              : {
                  label: text.other(formatReading(other, zone)),
                  action: () => carryOut({ ...moving, revision }, other),
                },
          );
        } else {
          set({});
          refuse(say, errorReason(error), text.failed);
        }
        await queryClient.invalidateQueries();
        setChanges((now) => new Map([...now].filter(([id]) => id !== entry.id)));
      };
      if (ms !== Date.parse(entry.publishDate)) await carryOut(entry, new Date(ms).toISOString());
    },
    [zone],
  );
  return { changes, said, say, move };
}

/** The message about the move; where the clock skips the time or shows it twice, also the other reading. */
function readingOf(
  { firstLine }: Entry,
  { date, asked, zone }: { date: string; asked: string; zone: string },
): { words: string; other: string | undefined } {
  const name = isolated(firstLine || strings.calendar.noText);
  const ms = Date.parse(date);
  const moment = momentText(dayOf(ms, zone), minuteOf(ms, zone));
  const shift = shiftOf(asked, zone);
  if (!shift?.readings.includes(date)) return { words: text.moved(name, moment), other: undefined };
  const message = text[shift.kind](name, moment, asked.slice(-5), formatReading(date, zone));
  return { words: message, other: shift.readings.find((one) => one !== date) };
}

/** With a way back, while the old date of `entry` has not passed, and to the other reading of the clock. */
function notifyMoved(entry: Entry, message: string, other: Offer | undefined): void {
  if (Date.parse(entry.publishDate) > serverNow()) {
    notifyUndo(message, () => answerOf(send(entry, entry.publishDate)), other);
  } else if (other) notifyAction({ message, color: 'green', ...other });
}

async function send({ id, revision }: Entry, date: string, onlyFree = false) {
  const params = { path: { id }, header: { 'If-Match': `"${revision}"` } };
  try {
    if (onlyFree) {
      const body = { posts: [{ id, revision, date }], onlyFree };
      const { data, error } = await http.POST('/posts/reschedule', { body });
      return { moved: data?.[0], error };
    }
    const { data, error } = await http.PATCH('/posts/{id}', { params, body: { date } });
    return { moved: data, error };
  } catch (error) {
    return { moved: undefined, error };
  }
}

function refuse(say: (text: string) => void, message: string, title?: string): void {
  say(title ? `${title}. ${message}` : message);
  notifications.show({ color: 'red', message, ...(title ? { title } : {}) });
}
