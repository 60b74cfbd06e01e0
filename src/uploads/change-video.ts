/**
 * Makes another upload of a video: converted or trimmed by ffmpeg, or trimmed at its key frames without
 * it.
 */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { MediaFile } from '../../providers/_kit/contract.ts';
import type { Context } from '../platform/context.ts';
import { ApiError } from '../platform/errors.ts';
import { MAX_VIDEO_BYTES } from '../platform/media/accepted-media.ts';
import { ConversionFailed, convertVideoFile, type Obstacle, type Trim } from '../platform/media/ffmpeg.ts';
import { withIncomingFolder } from '../platform/media/incoming.ts';
import { pictures } from '../platform/media/pictures.ts';
import type { RememberMedia } from '../platform/media/storage.ts';
import { sentence } from '../platform/sentences.ts';
import { writeTo } from './open-own-media.ts';

export type VideoContext = Pick<Context, 'config' | 'storage' | 'uploadFolder' | 'stopping'>;

export interface VideoChange {
  readonly organizationId: string;
  readonly file: MediaFile;
  /** What a person calls it, and its alternative text, which the result has too. */
  readonly name: string;
  readonly alt: string | null;
  readonly trim?: Trim;
  onProgress(percent: number): void;
  /** Runs in the transaction that stores the result. */
  readonly done: RememberMedia;
}

/**
 * @throws ApiError with the reason: `unsupported_file`, `file_too_large`, and as `MediaStorage.take`; the
 * reason of `stopping`
 */
export function changeVideo(context: VideoContext, change: VideoChange): Promise<void> {
  const { organizationId, file, alt } = change;
  return withIncomingFolder(context.uploadFolder, async (folder) => {
    const [from, to] = [join(folder, 'from'), join(folder, 'to')];
    await writeTo(file, from);
    const size = await write(context, change, { from, to });
    await context.storage.take(
      { path: to, size, originalName: nameOf(change), organizationId, alt },
      change.done,
    );
  });
}

/** Returns the size in bytes of what is at `to` then. */
async function write(
  { config, stopping }: VideoContext,
  { organizationId, file, trim, onProgress }: VideoChange,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<number> {
  const program = config.CRIER_FFMPEG;
  if (!program) {
    if (!trim) throw new ApiError('conversion_off');
    return (await pictures.trim(organizationId, { from: { path: from, size: file.size }, to, trim })).size;
  }
  const durationMs = file.durationMs ?? null;
  const frameRate = file.video?.frameRate ?? null;
  await convertVideoFile({
    program,
    from,
    to,
    trim,
    durationMs,
    frameRate,
    signal: stopping,
    onProgress,
  }).catch((error: unknown) => {
    throw error instanceof ConversionFailed ? refused(error.obstacle, error) : error;
  });
  const { size } = await stat(to);
  // ffmpeg ends where no more bytes may be written.
  if (size > MAX_VIDEO_BYTES * 0.99) throw refused('too_large');
  return size;
}

const REASONS = {
  broken: 'conversion_impossible',
  too_long: 'conversion_too_long',
  too_heavy: 'conversion_too_heavy',
  too_large: 'conversion_too_large',
} as const satisfies Record<Exclude<Obstacle, 'no_room'>, string>;

function refused(obstacle: Obstacle, cause?: Error): ApiError {
  const more = cause ? { cause } : {};
  if (obstacle === 'no_room') return new ApiError('storage_full', more);
  return new ApiError('unsupported_file', { ...sentence(REASONS[obstacle]), ...more });
}

/** "film.mov" becomes "film, converted". */
const nameOf = ({ name, trim }: VideoChange): string =>
  `${name.replace(/\.\w{2,5}$/, '')}, ${trim ? 'trimmed' : 'converted'}`;
