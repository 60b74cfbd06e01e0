import type { Operation } from '../../http/operation.ts';
import { settingsField } from '../post-body.ts';

export const setSettingsBody = {
  type: 'object',
  properties: {
    settings: { ...settingsField, $comment: 'SettingsChange', description: 'Laid over the stored settings' },
  },
  required: ['settings'],
} as const;

export const setSettingsOperation = {
  id: 'setPostSettings',
  method: 'put',
  path: '/posts/{id}/settings',
  tag: 'Posts',
  access: 'caller',
  summary: 'Change the settings of a post',
  description: 'Laid over the stored settings; content, date and state stay as they are.',
  headers: { 'If-Match': 'The ETag of the post as it was read' },
  body: setSettingsBody,
  answer: {
    status: 200,
    description: 'Done',
    schema: {
      type: 'object',
      properties: {
        postId: { type: 'string', format: 'uuid' },
        publishDate: { type: 'string', description: 'YYYY-MM-DDTHH:mm:ss in UTC' },
      },
      required: ['postId', 'publishDate'],
      additionalProperties: false,
    },
  },
  errors: [
    'post_not_found',
    'foreign_resource',
    'post_locked',
    'revision_mismatch',
    'provider_mismatch',
    'invalid_content',
    'channel_disabled',
    'media_not_stored',
    'unsupported_file',
    'file_too_large',
    'storage_full',
    'blocked_address',
    'fetch_failed',
  ],
  example: { settings: { __type: 'x', who_can_reply_post: 'everyone' } },
} as const satisfies Operation;
