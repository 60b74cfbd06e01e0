import type { AppContext } from '../../http/types.ts';
import { setPostStatus } from './set-post-status.ts';
import { ofRequest, type Context } from '../../platform/context.ts';
import { compile } from '../../platform/validation.ts';
import { postOf } from './post-of.ts';
import type { Operation } from '../../http/operation.ts';
import { id } from '../../http/shapes.ts';

export const setStatusBody = {
  type: 'object',
  properties: { status: { type: 'string', enum: ['draft', 'schedule'] } },
  required: ['status'],
} as const;

export const setStatusOperation = {
  id: 'setPostStatus',
  method: 'put',
  path: '/posts/{id}/status',
  tag: 'Posts',
  access: 'caller',
  summary: 'Schedule a post or make it a draft',
  description:
    'A scheduled draft keeps its date and is published at once if that has passed. A failed or missed post is published again.',
  headers: { 'If-Match': 'The ETag from when the post was read' },
  body: setStatusBody,
  answer: {
    status: 200,
    description: 'The new state',
    schema: {
      type: 'object',
      properties: {
        id: id('The post'),
        state: { enum: ['DRAFT', 'QUEUE'] },
        revision: { type: 'integer', minimum: 1, description: 'Increases with each change; also the ETag' },
      },
      required: ['id', 'state', 'revision'],
      additionalProperties: false,
    },
  },
  errors: [
    'post_not_found',
    'foreign_resource',
    'post_locked',
    'revision_mismatch',
    'integration_not_found',
    'channel_disabled',
    'channel_disconnected',
    'invalid_content',
    'provider_mismatch',
    'media_not_stored',
    'quota_exceeded',
  ],
  example: { status: 'schedule' },
  handler: setStatusHandler,
} as const satisfies Operation;

const checkBody = compile(setStatusBody);

function setStatusHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { status } = checkBody(ctx.state.body);
    const ref = postOf(ctx);
    const { revision } = await setPostStatus(ofRequest(context, ctx), ref, status);
    ctx.body = { id: ref.postId, state: status === 'draft' ? 'DRAFT' : 'QUEUE', revision };
  };
}
