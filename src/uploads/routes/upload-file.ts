import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { AppContext, Middleware } from '../../http/types.ts';
import type { Context } from '../../context.ts';
import { ApiError } from '../../platform/errors.ts';
import { presentMedia } from '../present-media.ts';
import { MAX_VIDEO_BYTES } from '../../platform/media/detect-media.ts';
import { incomingFolder, withIncomingFolder } from '../incoming.ts';
import { isDiskFull } from '../../platform/media/storage.ts';
import { rememberUpload } from './remember-upload.ts';
import { component } from '../../http/openapi/components.ts';
import type { Operation } from '../../http/operation.ts';

export const uploadFileOperation = {
  id: 'uploadFile',
  method: 'post',
  path: '/upload',
  tag: 'Media',
  access: 'caller',
  idempotent: true,
  summary: 'Upload a picture or a video',
  description:
    'JPEG, PNG, GIF, WebP, AVIF, BMP and TIFF up to 10 MB, MP4 up to 1 GB. The content decides what type it is; the name and the declared type are ignored.',
  multipart: {
    type: 'object',
    properties: {
      file: { type: 'string', contentMediaType: 'application/octet-stream', description: 'The file' },
    },
    required: ['file'],
  },
  answer: { status: 201, description: 'The upload', schema: component('Media') },
  errors: [
    'invalid_request',
    'no_file',
    'unsupported_file',
    'file_too_large',
    'unsupported_media_type',
    'storage_full',
  ],
  handler: uploadFileHandler,
} as const satisfies Operation;

/** Texts beside the file are ignored, but they are held in memory until the end. */
const MAX_FIELDS_BYTES = 65_536;

interface ReceivedFile {
  readonly filepath: string;
  readonly size: number;
  readonly originalFilename: string | null;
  readonly hash?: string | null;
}

function fileOf(ctx: AppContext): ReceivedFile | undefined {
  const files =
    (ctx.request as unknown as { files?: Record<string, ReceivedFile | ReceivedFile[]> }).files ?? {};
  return [files.file].flat()[0];
}

/**
 * What the Idempotency-Key is compared by: the file, and what it is called. The frame around it is another
 * one each time.
 */
function hashOf(ctx: AppContext): string {
  const file = fileOf(ctx);
  return file ? JSON.stringify([file.hash, file.originalFilename]) : '';
}

/**
 * Streams the multipart body to a folder of this request inside the upload folder (same disk, so that taking
 * the file is a rename). Whatever is left in it when the request ends goes with it: refused, unexpected and
 * broken-off parts.
 */
export function receiveFile(context: Context): Middleware {
  const incoming = incomingFolder(context.uploadFolder);
  mkdirSync(incoming, { recursive: true });
  removeLeftovers(incoming);
  return async (ctx, next) => {
    if (!ctx.is('multipart/form-data')) {
      throw new ApiError('unsupported_media_type', {
        message: 'Send the file as multipart/form-data, part "file"',
      });
    }
    // Loaded with the first upload: most processes never see one.
    const { koaBody } = await import('koa-body');
    await withIncomingFolder(context.uploadFolder, (uploadDir) =>
      koaBody({
        multipart: true,
        json: false,
        urlencoded: false,
        text: false,
        formidable: {
          uploadDir,
          maxFileSize: MAX_VIDEO_BYTES,
          maxFiles: 1,
          maxFields: 20,
          maxFieldsSize: MAX_FIELDS_BYTES,
          hashAlgorithm: ctx.headers['idempotency-key'] === undefined ? false : 'sha256',
          allowEmptyFiles: false,
          minFileSize: 1,
        },
        onError: (error) => {
          throw toApiError(error);
        },
      })(ctx as never, () => {
        ctx.state.rawBody = hashOf(ctx);
        return next();
      }),
    );
  };
}

/**
 * What a process that was killed had begun to receive. No upload takes a day, so the ones of other processes
 * stay.
 */
function removeLeftovers(incoming: string): void {
  for (const name of readdirSync(incoming)) {
    const path = join(incoming, name);
    const begun = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (begun < Date.now() - 86_400_000) rmSync(path, { recursive: true, force: true });
  }
}

/**
 * Multipart, part `file`. The type is read from the bytes. Answers 201 with the
 * upload (uploads/present-media.ts). Refuses with no_file, unsupported_file, file_too_large,
 * unsupported_media_type, storage_full.
 */
function uploadFileHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const file = fileOf(ctx);
    if (!file) throw new ApiError('no_file', { message: 'No file provided: the part must be named "file"' });
    const media = await context.storage.take(
      {
        path: file.filepath,
        size: file.size,
        originalName: file.originalFilename,
        organizationId: ctx.state.caller.organizationId,
      },
      rememberUpload(ctx),
    );
    ctx.body = presentMedia(media);
    ctx.status = 201;
  };
}

/** What formidable's codes mean here (FormidableError.js). */
export function toApiError(error: Error & { code?: number | string }): ApiError {
  if (isDiskFull(error)) return new ApiError('storage_full', { cause: error });
  if (error.code === 1009 || error.code === 1016) {
    return new ApiError('file_too_large', { message: 'The file is over 1 GB', cause: error });
  }
  if (error.code === 1008 || error.code === 1010) {
    return new ApiError('no_file', { message: 'The file is empty', cause: error });
  }
  return new ApiError('invalid_request', {
    message: `The multipart body could not be read: ${error.message}`,
    cause: error,
  });
}
