import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { contentCoding } from '../../http/parse-body.ts';
import type { AppContext, Middleware } from '../../http/types.ts';
import type { Context } from '../../platform/context.ts';
import { ApiError } from '../../platform/errors.ts';
import { presentMedia } from '../present-media.ts';
import { incomingFolder, withIncomingFile } from '../../platform/media/incoming.ts';
import { receiveMultipart, type IncomingFile } from '../receive-multipart.ts';
import { rememberUpload } from './remember-upload.ts';
import { component } from '../../http/openapi/components.ts';
import type { Operation } from '../../http/operation.ts';
import { sentence } from '../../platform/sentences.ts';

export const uploadFileOperation = {
  id: 'uploadFile',
  whileElsewhere: 'allowed',
  method: 'post',
  path: '/upload',
  tag: 'Media',
  access: 'caller',
  idempotent: true,
  summary: 'Upload a picture, a video or a PDF',
  description:
    'JPEG, PNG, GIF, WebP, AVIF, HEIC, BMP and TIFF up to 10 MB, MP4 and MOV up to 1 GB, PDF up to 100 MB. The content ' +
    'decides what type it is; the name and the declared type are ignored. Pictures are stored upright, HEIC as JPEG, and videos ' +
    'as MP4; a video that cannot be played is refused, and so is a PDF with a password.',
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
    'pictures_busy',
    'storage_full',
    'quota_exceeded',
  ],
  handler: uploadFileHandler,
} as const satisfies Operation;

/** The file of each request under way. */
const files = new WeakMap<AppContext, IncomingFile>();

/**
 * What the Idempotency-Key is compared by: the file and its name. The boundary around it differs each time.
 */
function hashOf(file: IncomingFile | undefined): string {
  return file ? JSON.stringify([file.hash, file.originalName]) : '';
}

/**
 * Streams the multipart body to a folder of this request inside the upload folder (same disk, so that taking
 * the file is a rename). What is left in it when the request ends is removed with it: refused, unexpected and
 * broken-off parts.
 */
export function receiveFile(context: Context): Middleware {
  const incoming = incomingFolder(context.uploadFolder);
  mkdirSync(incoming, { recursive: true });
  removeLeftovers(incoming);
  return async (ctx, next) => {
    if (!ctx.is('multipart/form-data')) {
      throw new ApiError('unsupported_media_type', sentence('not_multipart'));
    }
    const coding = contentCoding(ctx);
    if (coding !== 'identity') {
      throw new ApiError('unsupported_media_type', {
        ...sentence('file_with_encoding', { coding: coding.slice(0, 60) }),
        headers: { 'accept-encoding': 'identity' },
      });
    }
    await withIncomingFile(context.uploadFolder, async (path) => {
      const hashed = ctx.headers['idempotency-key'] !== undefined;
      const file = await receiveMultipart(ctx.req, { path, hashed });
      if (file) files.set(ctx, file);
      ctx.state.rawBody = hashOf(file);
      await next();
    });
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
    const file = files.get(ctx);
    if (!file) throw new ApiError('no_file', sentence('no_file_part'));
    const media = await context.storage.take(
      {
        path: file.path,
        size: file.size,
        originalName: file.originalName,
        organizationId: ctx.state.caller.organizationId,
      },
      rememberUpload(ctx),
    );
    ctx.body = presentMedia(media);
    ctx.status = 201;
  };
}
