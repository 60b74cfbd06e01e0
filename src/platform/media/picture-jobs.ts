/** The requests and answers of the process for pictures. All of it can be cloned between processes. */
import type { Sentence } from '../../../providers/_kit/sentences/fill.ts';
import { ApiError, type ErrorCode } from '../errors.ts';
import type { DetectedMedia } from './accepted-media.ts';
import type { Trim } from './ffmpeg.ts';
import { CannotFit } from './fit-shape.ts';
import type { FitOptions } from './process/fit-picture.ts';
import type { DocumentJob } from './process/write-document.ts';
import { isDiskFull } from './storage.ts';

interface FileOnDisk {
  readonly path: string;
  readonly size: number;
}

/** `size` in bytes of what is there now. */
export type ReceivedFacts = DetectedMedia & { readonly size: number };

export type Job =
  /** Makes a received file what is stored. */
  | {
      readonly kind: 'receive';
      readonly file: FileOnDisk;
      /** Writes the picture again in any case, which proves that it is whole. */
      readonly again?: boolean;
    }
  | { readonly kind: 'look'; readonly file: FileOnDisk }
  /** The type of a file that begins like this. */
  | { readonly kind: 'type'; readonly head: Uint8Array }
  | {
      readonly kind: 'fit';
      readonly from: { readonly path: string; readonly mime: string };
      readonly to: string;
      readonly options: FitOptions;
    }
  | { readonly kind: 'trim'; readonly from: FileOnDisk; readonly to: string; readonly trim: Trim }
  | { readonly kind: 'document'; readonly document: DocumentJob };

/** `rss`: bytes of memory that the process has now. */
export type Answer =
  | { readonly value: unknown; readonly rss: number }
  | { readonly failure: Failure; readonly rss: number };

/** An error on its way to the process that asked. */
type Failure =
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly sentence: Sentence; readonly why: string }
  | { readonly kind: 'cannot-fit'; readonly issue: CannotFit['issue'] }
  | { readonly kind: 'broken'; readonly message: string; readonly errno: string | undefined };

export function asFailure(error: unknown): Failure {
  if (error instanceof CannotFit) return { kind: 'cannot-fit', issue: error.issue };
  if (error instanceof ApiError) {
    return { kind: 'refused', code: error.code, sentence: error.sentence, why: String(error.cause ?? '') };
  }
  const errno = isDiskFull(error) ? (error as NodeJS.ErrnoException).code : undefined;
  return { kind: 'broken', message: error instanceof Error ? (error.stack ?? '') : String(error), errno };
}

/** The error again, as it was thrown. */
export function asError(failure: Failure): Error {
  switch (failure.kind) {
    case 'cannot-fit':
      return new CannotFit(failure.issue);
    case 'refused': {
      const { code, sentence, why } = failure;
      return new ApiError(code, { ...sentence, ...(why ? { cause: new Error(why) } : {}) });
    }
    case 'broken': {
      const { message, errno } = failure;
      return Object.assign(new Error(message), errno ? { code: errno } : {});
    }
  }
}
