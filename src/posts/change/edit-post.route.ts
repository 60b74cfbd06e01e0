import type { AppContext } from '../../http/types.ts';
import { editPost, assertEditable } from './edit-post.ts';
import { ofRequest, type Context } from '../../platform/context.ts';
import { withOutsideMedia } from '../../uploads/outside-media.ts';
import { compile } from '../../platform/validation.ts';
import { editPostBody } from './edit-body.ts';
import { getPostHandler } from '../read/get-post.route.ts';
import { postOf } from './post-of.ts';
import { component } from '../../http/openapi/components.ts';
import type { Operation } from '../../http/operation.ts';

export const editPostOperation = {
  id: 'editPost',
  method: 'patch',
  path: '/posts/{id}',
  tag: 'Posts',
  access: 'caller',
  summary: 'Change a post',
  description:
    'Changes the date, text, parts, settings or tags of a draft or of a post that is waiting. A missed post with a new date waits again. The result is checked like a new post.',
  headers: {
    'If-Match': 'The ETag from when the post was read. If the post has changed since, nothing happens',
  },
  body: editPostBody,
  answer: {
    status: 200,
    description: 'The changed post',
    schema: component('PostDetail'),
    headers: { ETag: 'The revision' },
  },
  errors: [
    'invalid_date',
    'invalid_content',
    'provider_mismatch',
    'media_not_stored',
    'channel_disabled',
    'post_not_found',
    'foreign_resource',
    'post_locked',
    'revision_mismatch',
    'unsupported_file',
    'file_too_large',
    'pictures_busy',
    'storage_full',
    'quota_exceeded',
    'blocked_address',
    'fetch_failed',
  ],
  example: { date: '2031-05-04T10:00:00Z', content: 'Spring menu, with asparagus' },
  handler: editPostHandler,
} as const satisfies Operation;

const checkBody = compile(editPostBody);

function editPostHandler(context: Context): (ctx: AppContext) => Promise<void> {
  const show = getPostHandler(context);
  return async (ctx) => {
    const input = checkBody(ctx.state.body);
    assertEditable(input);
    const ref = postOf(ctx);
    await withOutsideMedia(ofRequest(context, ctx), (within) => editPost(within, ref, input));
    await show(ctx);
  };
}
