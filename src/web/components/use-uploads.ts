import { useCallback, useRef, useState } from 'react';
import { isApiError, mayPass, queryClient } from '../api/client.ts';
import { uploadFile, type Uploaded } from '../api/upload.ts';
import { strings } from '../strings/index.ts';
import { firstIssueOf } from './issues.ts';

/** One file on its way. `progress` from 0 to 1; `error` in words, once it has failed. */
export interface Upload {
  readonly key: string;
  /** What it is for: the part of a post; empty in the library. */
  readonly place: string;
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
  retry(key: string): void;
  /** Ends it, or forgets one that has ended. */
  dismiss(key: string): void;
}

/** So many files are sent at a time. */
const AT_ONCE = 3;

const failure = (error: unknown): Pick<Upload, 'error' | 'canRetry'> => ({
  error: isApiError(error) ? firstIssueOf(error) : strings.media.uploads.unreachable,
  canRetry: mayPass(error),
});

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
  readonly place: string;
  readonly chosen: number;
  readonly stop: AbortController;
}

/**
 * Uploads with their progress. Failed ones stay until they are tried again or dismissed.
 *
 * @param onUploaded whoever shows the file itself takes it here; without, what has arrived stays in the list
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
      if (onUploaded) dismiss(key);
      else patch(key, { progress: 1, done: true });
      const { place } = task;
      const before = there.current.filter((one) => one.place === place && one.chosen > task.chosen);
      there.current.push({ id: file.id, place, chosen: task.chosen });
      onUploaded?.({ file, place, before: before.map(({ id }) => id) });
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
        work.current.set(key, { file, place, chosen: chosen.current++, stop: new AbortController() });
        return { key, place, name: file.name, progress: 0, done: false, error: null, canRetry: false };
      });
      setUploads((all) => [...all.filter(({ done }) => !done), ...fresh]);
      for (const { key } of fresh) start(key);
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
