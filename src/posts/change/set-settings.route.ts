import type { AppContext } from '../../http/types.ts';
import { editPost } from './edit-post.ts';
import { ofRequest, type Context } from '../../platform/context.ts';
import { Post } from '../../platform/entities/post.ts';
import { withOutsideMedia } from '../../uploads/outside-media.ts';
import { compile } from '../../platform/validation.ts';
import { assertNoneIgnored } from '../../platform/never-ignored-fields.ts';
import { postOf } from './post-of.ts';
import type { Operation } from '../../http/operation.ts';
import { settingsField } from '../create/post-body.ts';
import { id } from '../../http/shapes.ts';

export const setSettingsBody = {
  type: 'object',
  properties: {
    settings: {
      ...settingsField,
      $comment: 'SettingsChange',
      description: 'Merged into the stored settings',
    },
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
  description: 'The given settings are merged into the stored ones; content, date and state do not change.',
  headers: { 'If-Match': 'The ETag from when the post was read' },
  body: setSettingsBody,
  answer: {
    status: 200,
    description: 'Done',
    schema: {
      type: 'object',
      properties: {
        postId: id('The post'),
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
    'pictures_busy',
    'storage_full',
    'quota_exceeded',
    'blocked_address',
    'fetch_failed',
  ],
  example: { settings: { __type: 'x', who_can_reply_post: 'everyone' } },
  handler: setSettingsHandler,
} as const satisfies Operation;

const checkBody = compile(setSettingsBody);

function setSettingsHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { settings } = checkBody(ctx.state.body);
    assertNoneIgnored(setSettingsBody, ctx.state.body);
    const ref = postOf(ctx);
    await withOutsideMedia(ofRequest(context, ctx), (within) => editPost(within, ref, { settings }));
    const { publishAt } = await context.database.fork().findOneOrFail(Post, { id: ref.postId });
    // Existing clients expect this one date without a zone.
    ctx.body = { postId: ref.postId, publishDate: publishAt.toISOString().slice(0, 19) };
  };
}
