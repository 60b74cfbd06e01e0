import { id, instant, listOf, record } from '../../http/shapes.ts';
import type { Operation } from '../../http/operation.ts';
import type { AppContext } from '../../http/types.ts';
import { ofRequest, type Context } from '../../platform/context.ts';
import { ApiError } from '../../platform/errors.ts';
import { parseDate } from '../../platform/parse-date.ts';
import { sentence } from '../../platform/sentences.ts';
import { compile, isUuid } from '../../platform/validation.ts';
import { reschedulePosts } from './reschedule-posts.ts';

export const reschedulePostsBody = {
  type: 'object',
  properties: {
    posts: {
      type: 'array',
      minItems: 1,
      maxItems: 500,
      items: {
        type: 'object',
        properties: {
          id: { type: 'string', format: 'id', maxLength: 36, description: 'The post' },
          date: {
            type: 'string',
            maxLength: 64,
            description: 'Its new date, ISO 8601; default: the next free posting time of its channel',
          },
          revision: {
            type: 'integer',
            minimum: 1,
            description: 'The revision that was read: if the post has changed since, nothing happens',
          },
        },
        required: ['id'],
        additionalProperties: false,
      },
    },
    onlyFree: {
      type: 'boolean',
      description:
        'Refuses with slot_taken, and changes nothing, when a channel has another post in the minute of a new ' +
        'date; the dates that the posts of the request have now are free. Default: false',
    },
  },
  required: ['posts'],
  additionalProperties: false,
} as const;

export const reschedulePostsOperation = {
  id: 'reschedulePosts',
  method: 'post',
  path: '/posts/reschedule',
  tag: 'Posts',
  access: 'caller',
  summary: 'Give posts other dates',
  description:
    'Changes the dates of drafts and of posts that wait: all of them, or none. Posts without a date get the next ' +
    'free posting times of their channels, in the order of the request; nobody else gets the same ones.',
  body: reschedulePostsBody,
  answer: {
    status: 201,
    description: 'The posts with their dates, in the same order',
    schema: listOf(
      record({
        id: id('The post'),
        publishDate: instant('When it is due'),
        revision: { type: 'integer', minimum: 1, description: 'Increases with each change; also the ETag' },
      }),
    ),
  },
  errors: [
    'invalid_date',
    'post_not_found',
    'foreign_resource',
    'post_locked',
    'revision_mismatch',
    'no_free_slot',
    'slot_taken',
  ],
  example: {
    posts: [
      { id: '019a9c6e-8f0a-7c3e-9d57-2b1f6a4e8c21', date: '2031-05-04T09:30:00.000Z', revision: 3 },
      { id: '019a9c6e-8f0a-7c3e-9d57-2b1f6a4e8c22' },
    ],
  },
  handler: reschedulePostsHandler,
} as const satisfies Operation;

const checkBody = compile(reschedulePostsBody);

function idAt(id: string, n: number): string {
  if (isUuid(id)) return id.toLowerCase();
  throw new ApiError('invalid_request', { issues: [{ path: `posts.${n}.id`, ...sentence('not_a_post') }] });
}

function reschedulePostsHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { onlyFree = false, ...body } = checkBody(ctx.state.body);
    const posts = body.posts.map(({ date, ...post }, n) => ({
      ...post,
      id: idAt(post.id, n),
      date: date === undefined ? undefined : parseDate(date, `posts.${n}.date`),
    }));
    const twice = posts.findIndex(({ id: one }, n) => posts.some((other, m) => m < n && other.id === one));
    if (twice >= 0) {
      const problem = sentence('post_named_twice');
      throw new ApiError('invalid_request', { issues: [{ path: `posts.${twice}.id`, ...problem }] });
    }
    ctx.body = await reschedulePosts(ofRequest(context, ctx), ctx.state.caller.organizationId, {
      posts,
      onlyFree,
    });
    ctx.status = 201;
  };
}
