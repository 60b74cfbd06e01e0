import type { AppContext } from '../../http/types.ts';
import { parseDate } from '../../platform/parse-date.ts';
import type { Context } from '../../platform/context.ts';
import { readCursor, writeCursor } from './post-cursor.ts';
import { statesOf, presentPost, type PostRecord } from './present-post.ts';
import { listOccurrences, listPosts, type PostFilter } from './read-posts.ts';
import { idFilter } from '../../platform/id-filter.ts';
import { compile } from '../../platform/validation.ts';
import { component } from '../../http/openapi/components.ts';
import type { Operation } from '../../http/operation.ts';

export const listPostsQuery = {
  type: 'object',
  properties: {
    startDate: {
      type: 'string',
      maxLength: 64,
      description: 'Start of the range, ISO 8601; requires endDate',
    },
    endDate: { type: 'string', maxLength: 64, description: 'End of the range, inclusive' },
    customer: {
      type: 'string',
      maxLength: 255,
      description: 'Only channels in the channel group with this id',
    },
    state: {
      type: 'string',
      enum: ['QUEUE', 'PUBLISHED', 'ERROR', 'DRAFT'],
      description: 'Only posts in this state',
    },
    cursor: {
      type: 'string',
      maxLength: 255,
      description: 'Without a range: nextCursor of the previous page',
    },
    limit: {
      type: 'integer',
      minimum: 1,
      maximum: 500,
      default: 50,
      description: 'Without a range: posts per page',
    },
  },
  dependentRequired: { startDate: ['endDate'], endDate: ['startDate'] },
} as const;

export const listPostsOperation = {
  id: 'listPosts',
  method: 'get',
  path: '/posts',
  tag: 'Posts',
  access: 'caller',
  summary: 'List posts',
  description:
    'With `startDate` and `endDate`: all posts dated within the range, oldest first; a repeated post appears once for each coming date, with `actualDate`. Without them: one page at a time, newest date first.',
  query: listPostsQuery,
  answer: {
    status: 200,
    description: 'The posts. `nextCursor` is null on the last page and absent with a range',
    schema: {
      type: 'object',
      properties: {
        posts: { type: 'array', items: component('Post') },
        nextCursor: { type: ['string', 'null'] },
      },
      required: ['posts'],
      additionalProperties: false,
    },
  },
  errors: ['invalid_date', 'invalid_cursor'],
  handler: listPostsHandler,
} as const satisfies Operation;

const checkQuery = compile(listPostsQuery, 'query');

function listPostsHandler({ database }: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { startDate, endDate, customer, state, cursor, limit } = checkQuery({ ...ctx.query });
    const filter: PostFilter = {
      organizationId: ctx.state.caller.organizationId,
      customerId: customer ? idFilter(customer) : undefined,
      states: state && statesOf(state),
    };
    if (startDate !== undefined && endDate !== undefined) {
      const range = { ...filter, from: parseDate(startDate, 'startDate'), to: parseDate(endDate, 'endDate') };
      const repeated = state && state !== 'QUEUE' ? [] : await listOccurrences(database, range);
      ctx.body = { posts: byDate([...(await listPosts(database, range)), ...repeated]).map(presentPost) };
      return;
    }
    // One more than the page holds shows whether there is another.
    const found = await listPosts(database, {
      ...filter,
      newestFirst: true,
      after: cursor ? readCursor(cursor) : undefined,
      limit: limit + 1,
    });
    const posts = found.slice(0, limit);
    const last = posts.at(-1);
    ctx.body = {
      posts: posts.map(presentPost),
      nextCursor: found.length > limit && last ? writeCursor(last) : null,
    };
  };
}

function byDate(posts: PostRecord[]): PostRecord[] {
  return posts.toSorted((a, b) => a.publishAt.getTime() - b.publishAt.getTime() || (a.id < b.id ? -1 : 1));
}
