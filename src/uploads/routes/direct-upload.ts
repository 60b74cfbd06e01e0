import type { AppContext } from '../../http/types.ts';
import type { Context } from '../../platform/context.ts';
import { component } from '../../http/openapi/components.ts';
import type { Operation } from '../../http/operation.ts';
import { idParam } from '../../platform/validation.ts';
import { id, instant, record, text } from '../../http/shapes.ts';
import { MAX_VIDEO_BYTES } from '../../platform/media/accepted-media.ts';
import { ARRIVING_TYPE } from '../../platform/media/stores/file-store.ts';
import { compile } from '../../platform/validation.ts';
import { beginDirectUpload, completeDirectUpload } from '../direct-upload.ts';
import { presentMedia } from '../present-media.ts';
import { rememberUpload } from './remember-upload.ts';

const beginBody = {
  type: 'object',
  properties: {
    size: {
      type: 'integer',
      minimum: 1,
      maximum: MAX_VIDEO_BYTES,
      description: 'The length of the file in bytes; no other one is taken',
    },
  },
  required: ['size'],
  additionalProperties: false,
} as const;

export const beginDirectUploadOperation = {
  id: 'beginDirectUpload',
  whileElsewhere: 'allowed',
  method: 'post',
  path: '/upload/direct',
  tag: 'Media',
  access: 'caller',
  summary: 'Begin an upload that goes straight to the storage',
  description:
    'Where the instance stores files in a bucket, it answers with a URL that takes one file by `PUT`, for an ' +
    `hour and without a key, with the header \`Content-Type: ${ARRIVING_TYPE}\` for every type of file. Then ` +
    '`POST /upload/direct/{id}` checks the file and stores it.',
  body: beginBody,
  answer: {
    status: 201,
    description: 'Where to send the file',
    schema: record({
      id: id('The upload, to complete it'),
      url: text('Send the file here with PUT and the contentType, with nothing around it'),
      contentType: { enum: [ARRIVING_TYPE], description: 'Of the request, for every type of file' },
      expiresAt: instant('Until when'),
    }),
  },
  errors: ['direct_upload_off', 'too_many_uploads', 'quota_exceeded'],
  example: { size: 48213 },
  handler: beginHandler,
} as const satisfies Operation;

const completeBody = {
  type: 'object',
  properties: {
    name: { type: 'string', maxLength: 255, description: 'What the file is called' },
    sha256: {
      type: 'string',
      pattern: '^[0-9a-f]{64}$',
      description: 'SHA-256 of the file in hexadecimal; another one is refused',
    },
  },
  additionalProperties: false,
} as const;

export const completeDirectUploadOperation = {
  id: 'completeDirectUpload',
  whileElsewhere: 'allowed',
  method: 'post',
  path: '/upload/direct/{id}',
  tag: 'Media',
  access: 'caller',
  idempotent: true,
  summary: 'Complete an upload that went straight to the storage',
  description: 'Checks what arrived as any upload is checked, and stores it.',
  body: completeBody,
  answer: { status: 201, description: 'The upload', schema: component('Media') },
  errors: [
    'foreign_resource',
    'upload_not_found',
    'unsupported_file',
    'file_too_large',
    'pictures_busy',
    'storage_full',
    'quota_exceeded',
  ],
  example: { name: 'menu.jpg' },
  handler: completeHandler,
} as const satisfies Operation;

const checkBegin = compile(beginBody);
const checkComplete = compile(completeBody);

function beginHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { size } = checkBegin(ctx.state.body);
    const { organizationId } = ctx.state.caller;
    const { id, url, expiresAt } = await beginDirectUpload(context, { organizationId, size });
    ctx.body = { id, url, contentType: ARRIVING_TYPE, expiresAt: expiresAt.toISOString() };
    ctx.status = 201;
  };
}

function completeHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const id = idParam(ctx.params.id);
    const { name = null, sha256 } = checkComplete(ctx.state.body);
    const media = await completeDirectUpload(context, {
      organizationId: ctx.state.caller.organizationId,
      id,
      name,
      sha256,
      remember: rememberUpload(ctx),
    });
    ctx.body = presentMedia(media);
    ctx.status = 201;
  };
}
