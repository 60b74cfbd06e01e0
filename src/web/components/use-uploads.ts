import { useCallback, useRef, useState } from 'react';
import { isApiError, mayPass, queryClient } from '../api/client.ts';
import { UploadTooLarge, uploadFile, type Uploaded } from '../api/upload.ts';
import { strings } from '../strings/index.ts';
import { firstIssueOf } from './issues.ts';

/** One file on its way. `progress` from 0 to 1; `error` as text, once it has failed. */
export interface Upload {
  readonly key: string;
  /** What it is for: the part of a post, and copies that were made of it meanwhile; empty in the library. */
  readonly places: readonly string[];
  readonly name: string;
  readonly progress: number;
  readonly done: boolean;
  readonly error: string | null;
  /** Whether the same file may arrive next time: the connection broke off. */
  readonly canRetry: boolean;
}

export interface Uploads {
  readonly uploads: readonly Upload[];
  add(files: Iterable<File>, place?: string): void;
  /** A part was copied: what is on its way to it is on its way to the copy too. */
  copy(place: string, to: string): void;
  retry(key: string): void;
  /** Ends it, or forgets one that has ended. */
  dismiss(key: string): void;
}

/** How many files are sent at a time. */
const AT_ONCE = 3;

function failure(error: unknown): Pick<Upload, 'error' | 'canRetry'> {
  const { unreachable, tooLarge } = strings.media.uploads;
  if (error instanceof UploadTooLarge) return { error: tooLarge, canRetry: false };
  return { error: isApiError(error) ? firstIssueOf(error) : unreachable, canRetry: mayPass(error) };
}

/** A file that has arrived, and where it belongs. */
export interface Arrived {
  readonly file: Uploaded;
  readonly place: string;
  /** Files of the same place that were chosen after it, and arrived before. */
  readonly before: readonly string[];
}

/** One file that was chosen: by its place in the order, whenever its upload ends. */
interface Task {
  readonly file: File;
  readonly places: readonly string[];
  readonly chosen: number;
  readonly stop: AbortController;
}

/**
 * Uploads with their progress. Failed ones stay until they are tried again or dismissed.
 *
 * @param onUploaded takes the file, for a caller that shows it itself; without, what has arrived stays in the
 * list
 */
export function useUploads(onUploaded?: (arrived: Arrived) => void): Uploads {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const work = useRef(new Map<string, Task>());
  const chosen = useRef(0);
  const there = useRef<{ readonly id: string; readonly place: string; readonly chosen: number }[]>([]);
  const waiting = useRef<string[]>([]);
  const running = useRef(0);

  const patch = useCallback((key: string, change: Partial<Upload>): void => {
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...change } : one)));
  }, []);
  const dismiss = useCallback((key: string): void => {
    work.current.get(key)?.stop.abort();
    work.current.delete(key);
    setUploads((all) => all.filter((one) => one.key !== key));
  }, []);

  const send = async (key: string): Promise<void> => {
    const task = work.current.get(key);
    if (!task) return;
    try {
      const file = await uploadFile(task.file, {
        signal: task.stop.signal,
        onProgress: (progress) => patch(key, { progress }),
      });
      void queryClient.invalidateQueries({ queryKey: ['get', '/media'] });
      // It may have been copied since.
      for (const place of work.current.get(key)?.places ?? task.places) {
        const before = there.current.filter((one) => one.place === place && one.chosen > task.chosen);
        there.current.push({ id: file.id, place, chosen: task.chosen });
        onUploaded?.({ file: { ...file, name: task.file.name }, place, before: before.map(({ id }) => id) });
      }
      if (onUploaded) dismiss(key);
      else patch(key, { progress: 1, done: true });
    } catch (error) {
      patch(key, failure(error));
    }
  };
  const pump = (): void => {
    while (running.current < AT_ONCE) {
      const key = waiting.current.shift();
      if (key === undefined) return;
      running.current++;
      void send(key).finally(() => {
        running.current--;
        pump();
      });
    }
  };
  const start = (key: string): void => {
    waiting.current.push(key);
    pump();
  };

  return {
    uploads,
    add: (files, place = '') => {
      const fresh = [...files].map((file): Upload => {
        const key = crypto.randomUUID();
        const places = place ? [place] : [];
        work.current.set(key, { file, places, chosen: chosen.current++, stop: new AbortController() });
        return { key, places, name: file.name, progress: 0, done: false, error: null, canRetry: false };
      });
      setUploads((all) => [...all.filter(({ done }) => !done), ...fresh]);
      for (const { key } of fresh) start(key);
    },
    copy: (place, to) => {
      const copied = there.current.filter((one) => one.place === place);
      there.current.push(...copied.map((one) => ({ ...one, place: to })));
      for (const [key, task] of work.current) {
        if (!task.places.includes(place)) continue;
        const places = [...task.places, to];
        work.current.set(key, { ...task, places });
        patch(key, { places });
      }
    },
    retry: (key) => {
      const task = work.current.get(key);
      if (!task) return;
      work.current.set(key, { ...task, stop: new AbortController() });
      patch(key, { progress: 0, error: null });
      start(key);
    },
    dismiss,
  };
}
