/** How files of v1's library are named, there and here. */
import { createHash } from 'node:crypto';
import type { DetectedMedia } from '../../platform/media/accepted-media.ts';
import { createdOf } from '../map/values.ts';
import { isUrl } from '../source/check-uploads.ts';
import type { SourceRecord } from '../source/read-batch.ts';

/** A file that is in our folder now, or in the bucket (`stored`), or why it is not. */
export type Taken =
  | {
      readonly path: string;
      readonly size: number;
      readonly facts: DetectedMedia;
      /** The migration has put it into our folder, which may be v1's as well. */
      readonly isCopy?: boolean;
      readonly stored?: { readonly sha256: string; readonly cleanedAt: string | null };
    }
  | { readonly problem: string };

/** `2025/03/05/….png` of a URL like https://old.example/uploads/2025/03/05/….png */
export function pathInUploads(url: string): string | undefined {
  const path = withoutQuery(url).split('/uploads/').at(-1);
  return path && path !== url && !leadsOut(path) ? path : undefined;
}

export const withoutQuery = (url: string): string => url.replace(/[?#].*$/s, '');
export const leadsOut = (path: string): boolean => path.split('/').includes('..');

/**
 * v1 reads a path that is no URL below its UPLOAD_DIRECTORY (v1.0.0, v2.11.3: posts.service.ts,
 * updateMedia).
 */
export function relativeOf(path: string): string | undefined {
  const relative = path.replace(/^\/+/, '');
  return relative && !isUrl(path) && !leadsOut(relative) ? relative : undefined;
}

/** The same each time, without the extension, so that a copy that is repeated meets its own file. */
export function newName(sourceId: string, { id, row }: SourceRecord): string {
  const day = createdOf(row).slice(0, 10).replaceAll('-', '/');
  return `${day}/${nameOfCopy(sourceId, id)}`;
}

/** The name of a file by the record that it belongs to. */
export const nameOfCopy = (sourceId: string, id: string): string =>
  createHash('sha256').update(`${sourceId}:${id}`).digest('hex').slice(0, 32);
