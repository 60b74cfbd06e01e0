/** One change of many posts: what worked can be taken back at once, what did not is named. */
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { queryClient } from '../../../api/client.ts';
import { eachOf, undoEach } from '../../../components/each-of.ts';
import { errorReason } from '../../../components/issues.ts';
import { notifyUndo } from '../../../components/notify-undo.tsx';
import { strings } from '../../../strings/index.ts';
import type { Entry } from '../entries.ts';

const text = strings.calendar.bulk;

export interface Change<T> {
  /** @throws the API's error */
  act(entry: Entry): Promise<T>;
  /** Takes it back, and may be repeated. @throws the API's error */
  undo(entry: Entry, result: T): Promise<unknown>;
  /** Says with how many posts it was done. */
  done(count: number): string;
}

/** `isPending`: while a change is under way; `carryOut` resolves with the posts that were not changed. */
export function useBulk() {
  const [isPending, setPending] = useState(false);
  const carryOut = async <T>(entries: readonly Entry[], change: Change<T>): Promise<Entry[]> => {
    setPending(true);
    const { done: changed, refused } = await eachOf(entries, (entry) => change.act(entry));
    if (changed.length) {
      const undo = undoEach(changed, ([entry, result]) => change.undo(entry, result));
      notifyUndo(change.done(changed.length), undo);
    }
    if (refused) {
      const message = errorReason(refused);
      const title = text.failed(entries.length - changed.length);
      notifications.show({ color: 'red', title, message, autoClose: false });
    }
    await queryClient.invalidateQueries();
    setPending(false);
    const done = new Set(changed.map(([entry]) => entry));
    return entries.filter((entry) => !done.has(entry));
  };
  return { isPending, carryOut };
}
