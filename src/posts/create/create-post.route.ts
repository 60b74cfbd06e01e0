import type { AppContext } from '../../http/types.ts';
import { createPost } from './create-post.ts';
import { ofRequest, type Context } from '../../platform/context.ts';
import { withOutsideMedia } from '../../uploads/outside-media.ts';
import { compile } from '../../platform/validation.ts';
import { createPostBody } from './post-body.ts';
import type { Operation } from '../../http/operation.ts';

export const createPostOperation = {
  id: 'createPost',
  method: 'post',
  path: '/posts',
  tag: 'Posts',
  access: 'caller',
  idempotent: true,
  limited: true,
  summary: 'Create posts',
  description:
    'Creates one post for each entry of `posts`: all of them, or none. Without an Idempotency-Key, an identical request within 10 seconds is refused, so that a double click publishes once.',
  body: createPostBody,
  answer: {
    status: 201,
    description: 'One element for each entry, in the same order',
    schema: { type: 'array', items: { $ref: '#/components/schemas/CreatedPost' } },
    headers: {
      'X-RateLimit-Limit': 'Create requests allowed per hour',
      'X-RateLimit-Remaining': 'Create requests left',
      'X-RateLimit-Reset': 'Seconds until the limit is reset',
    },
  },
  errors: [
    'invalid_date',
    'integration_not_found',
    'foreign_resource',
    'channel_disabled',
    'channel_disconnected',
    'provider_mismatch',
    'media_not_stored',
    'invalid_content',
    'duplicate_request',
    'quota_exceeded',
    'no_free_slot',
    'slot_taken',
    'post_not_found',
    'post_locked',
    'post_published',
    'revision_mismatch',
    'unsupported_file',
    'file_too_large',
    'pictures_busy',
    'storage_full',
    'blocked_address',
    'fetch_failed',
  ],
  example: {
    type: 'schedule',
    date: '2031-05-04T09:30:00.000Z',
    shortLink: false,
    tags: [{ value: 'spring', label: 'spring' }],
    posts: [
      {
        integration: { id: '019a9c6e-8f0a-7c3e-9d57-2b1f6a4e8c21' },
        value: [
          { content: 'Spring menu', image: [] },
          { content: 'Book a table', image: [], delay: 5 },
        ],
        settings: { __type: 'bluesky' },
      },
    ],
  },
  handler: createPostHandler,
} as const satisfies Operation;

const checkBody = compile(createPostBody);

function createPostHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const input = checkBody(ctx.state.body);
    ctx.body = await withOutsideMedia(ofRequest(context, ctx), (within) =>
      createPost(within, ctx.state.caller, input, ctx.state.idempotency),
    );
    ctx.status = 201;
  };
}
