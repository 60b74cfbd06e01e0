import { component } from '../../http/openapi/components.ts';
import type { Operation } from '../../http/operation.ts';

export const uploadFromUrlBody = {
  type: 'object',
  properties: {
    url: {
      type: 'string',
      minLength: 1,
      maxLength: 2048,
      description: 'A public https address whose path ends in .png, .jpg, .jpeg, .gif, .webp or .mp4',
    },
  },
  required: ['url'],
} as const;

export const uploadFromUrlOperation = {
  id: 'uploadFromUrl',
  method: 'post',
  path: '/upload-from-url',
  tag: 'Media',
  access: 'caller',
  idempotent: true,
  summary: 'Upload a file from an address',
  description: 'The file is fetched from a public address; its type is read from its bytes.',
  body: uploadFromUrlBody,
  answer: { status: 201, description: 'The upload', schema: component('Media') },
  errors: ['blocked_address', 'fetch_failed', 'unsupported_file', 'file_too_large', 'storage_full'],
  example: { url: 'https://pictures.example/menu.jpg' },
} as const satisfies Operation;
