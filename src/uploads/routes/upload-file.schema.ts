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
    'JPEG, PNG, GIF, WebP, AVIF, BMP and TIFF up to 10 MB, MP4 up to 1 GB. The type is read from the bytes; name and declared type are not believed.',
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
} as const satisfies Operation;
