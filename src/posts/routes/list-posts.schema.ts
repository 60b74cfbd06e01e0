import { component } from '../../http/openapi/components.ts';
import type { Operation } from '../../http/operation.ts';

export const listPostsQuery = {
  type: 'object',
  properties: {
    startDate: {
      type: 'string',
      maxLength: 64,
      description: 'First date of the range, ISO 8601; goes with endDate',
    },
    endDate: { type: 'string', maxLength: 64, description: 'Last date of the range, included' },
    customer: { type: 'string', maxLength: 255, description: 'Only channels of the group with this id' },
    state: {
      type: 'string',
      enum: ['QUEUE', 'PUBLISHED', 'ERROR', 'DRAFT'],
      description: 'Only posts in this state',
    },
    cursor: { type: 'string', maxLength: 255, description: 'Without a range: nextCursor of the page before' },
    limit: {
      type: 'integer',
      minimum: 1,
      maximum: 500,
      default: 50,
      description: 'Without a range: posts on a page',
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
    'With `startDate` and `endDate`: every post whose date lies between, oldest first; a post that is repeated stands there once for each date to come, with `actualDate`. Without them: pages, newest date first.',
  query: listPostsQuery,
  answer: {
    status: 200,
    description: 'The posts; `nextCursor` is null on the last page and absent with a range',
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
} as const satisfies Operation;
