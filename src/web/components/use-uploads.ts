import { useCallback, useRef, useState } from 'react';
import { isApiError, queryClient } from '../api/client.ts';
import { uploadFile, type Uploaded } from '../api/upload.ts';
import { strings } from '../strings/index.ts';

/** One file on its way. `progress` from 0 to 1; `error` in words, once it has failed. */
export interface Upload {
  readonly key: number;
  readonly name: string;
  readonly progress: number;
  readonly done: boolean;
  readonly error: string | null;
  /** Whether the same file may arrive next time: the connection broke off. */
  readonly canRetry: boolean;
}

/** So many files are sent at a time. */
const AT_ONCE = 3;

/** Uploads with their progress. Failed ones stay until they are tried again or dismissed. */
export function useUploads(onUploaded: (file: Uploaded) => void = () => undefined) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const work = useRef(new Map<number, { file: File; stop: AbortController }>());
  const waiting = useRef<number[]>([]);
  const running = useRef(0);
  const counter = useRef(0);

  const patch = useCallback((key: number, change: Partial<Upload>): void => {
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...change } : one)));
  }, []);
  const forget = useCallback((key: number): void => {
    work.current.get(key)?.stop.abort();
    work.current.delete(key);
    setUploads((all) => all.filter((one) => one.key !== key));
  }, []);

  const send = async (key: number): Promise<void> => {
    const task = work.current.get(key);
    if (!task) return;
    await uploadFile(task.file, {
      signal: task.stop.signal,
      onProgress: (progress) => patch(key, { progress }),
    }).then(
      (file) => {
        work.current.delete(key);
        patch(key, { progress: 1, done: true });
        void queryClient.invalidateQueries({ queryKey: ['get', '/media'] });
        onUploaded(file);
      },
      (error: unknown) =>
        patch(
          key,
          isApiError(error)
            ? { error: error.message, canRetry: error.statusCode >= 500 }
            : { error: strings.media.uploads.unreachable, canRetry: true },
        ),
    );
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
  const start = (key: number): void => {
    waiting.current.push(key);
    pump();
  };

  return {
    uploads,
    add: (files: readonly File[]): void => {
      const fresh = files.map((file): Upload => {
        const key = counter.current++;
        work.current.set(key, { file, stop: new AbortController() });
        return { key, name: file.name, progress: 0, done: false, error: null, canRetry: false };
      });
      setUploads((all) => [...all.filter(({ done }) => !done), ...fresh]);
      for (const { key } of fresh) start(key);
    },
    retry: (key: number): void => {
      const task = work.current.get(key);
      if (!task) return;
      work.current.set(key, { file: task.file, stop: new AbortController() });
      patch(key, { progress: 0, error: null });
      start(key);
    },
    dismiss: forget,
  };
}
