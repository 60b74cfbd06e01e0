/** One change of many posts: what worked can be taken back at once, what did not is named. */
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { isApiError, queryClient } from '../../../api/client.ts';
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
    const { changed, refused } = await changeEach(entries, change);
    if (changed.length) notifyUndo(change.done(changed.length), undoOf(changed, change));
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

type Changed<T> = readonly (readonly [entry: Entry, result: T])[];

/** One after another; without an answer, what is left is not tried. `refused`: the first reason. */
async function changeEach<T>(entries: readonly Entry[], { act }: Change<T>) {
  const changed: [Entry, T][] = [];
  let refused: unknown;
  for (const entry of entries) {
    try {
      changed.push([entry, await act(entry)]);
    } catch (error) {
      refused ??= error;
      if (!isApiError(error)) break;
    }
  }
  return { changed: changed satisfies Changed<T>, refused };
}

/** Repeated, it goes on where it failed. One that is refused does not keep the others. */
function undoOf<T>(changed: Changed<T>, { undo }: Change<T>): () => Promise<void> {
  let left = [...changed];
  return async () => {
    let refused: unknown;
    for (const [entry, result] of left) {
      try {
        await undo(entry, result);
        left = left.filter(([one]) => one !== entry);
      } catch (error) {
        refused ??= error;
        if (!isApiError(error)) break;
      }
    }
    if (refused) throw refused;
  };
}
