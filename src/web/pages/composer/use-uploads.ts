import { useCallback, useRef, useState } from 'react';
import { isApiError } from '../../api/client.ts';
import { uploadFile } from '../../api/upload.ts';
import type { UploadedFile } from './composer-state.ts';

/** A file on its way, or one that did not arrive. */
export interface Upload {
  readonly key: string;
  readonly part: string;
  readonly file: File;
  /** From 0 to 1. */
  readonly progress: number;
  /** Why it did not arrive; the file stays here and can be sent again. */
  readonly error: unknown;
}

export interface Uploads {
  readonly all: readonly Upload[];
  add(part: string, files: Iterable<File>): void;
  retry(key: string): void;
  /** Ends it, or forgets one that did not arrive. */
  drop(key: string): void;
}

/** Sends files as they are chosen, each with its progress. */
export function useUploads(onDone: (part: string, file: UploadedFile) => void): Uploads {
  const [all, setAll] = useState<readonly Upload[]>([]);
  const ends = useRef(new Map<string, AbortController>());
  const change = useCallback(
    (key: string, values: Partial<Upload>): void =>
      setAll((before) => before.map((one) => (one.key === key ? { ...one, ...values } : one))),
    [],
  );
  const forget = (key: string): void => setAll((before) => before.filter((one) => one.key !== key));
  const send = async ({ key, part, file }: Upload): Promise<void> => {
    const end = new AbortController();
    ends.current.set(key, end);
    try {
      const media = await uploadFile(file, {
        signal: end.signal,
        onProgress: (progress) => change(key, { progress }),
      });
      forget(key);
      onDone(part, toFile(media));
    } catch (error) {
      if (end.signal.aborted) forget(key);
      else change(key, { error: isApiError(error) ? error : new TypeError('no answer', { cause: error }) });
    }
  };
  return {
    all,
    add: (part, files) => {
      const begun = [...files].map((file) => ({
        key: crypto.randomUUID(),
        part,
        file,
        progress: 0,
        error: null,
      }));
      setAll((before) => [...before, ...begun]);
      for (const upload of begun) void send(upload);
    },
    retry: (key) => {
      const upload = all.find((one) => one.key === key);
      if (!upload) return;
      change(key, { error: null, progress: 0 });
      void send(upload);
    },
    drop: (key) => {
      ends.current.get(key)?.abort();
      forget(key);
    },
  };
}

/** An upload as the composer keeps it. */
export const toFile = ({
  id,
  name,
  path,
  type,
  width,
  height,
}: {
  id: string;
  name: string;
  path: string;
  type?: string;
  width?: number | null;
  height?: number | null;
}): UploadedFile => ({ id, name, path, type: type ?? '', width: width ?? null, height: height ?? null });
