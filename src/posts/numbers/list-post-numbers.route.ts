import type { AppContext } from '../../http/types.ts';
import type { Context } from '../../platform/context.ts';
import { noteNumbersAsked } from '../../channels/daily-numbers.ts';
import { filterOf, numbersQuery } from '../../channels/numbers-query.ts';
import type { Operation } from '../../http/operation.ts';
import { count, flag, id, instant, listOf, record, text, textOrNull } from '../../http/shapes.ts';
import { compile } from '../../platform/validation.ts';
import { channelShape } from '../read/present-summary.ts';
import { readPostNumbers, readUnranked } from './read-post-numbers.ts';

const query = {
  ...numbersQuery,
  properties: {
    ...numbersQuery.properties,
    sort: {
      type: 'string',
      maxLength: 200,
      description: 'The label of a number: posts with the largest first; default: the newest post first',
    },
    best: {
      type: 'boolean',
      default: false,
      description:
        'The posts with the most interactions first: likes, reactions, comments, shares and saves, added up',
    },
    page: { type: 'integer', minimum: 0, maximum: 10_000, default: 0, description: 'Starting at 0' },
  },
} as const;

export const listPostNumbersOperation = {
  id: 'listPostNumbers',
  method: 'get',
  path: '/numbers/posts',
  tag: 'Posts',
  access: 'caller',
  summary: 'List posts with their newest numbers',
  description:
    'Twenty at a time: posts that were published in the period and have numbers. No network is asked.',
  query,
  answer: {
    status: 200,
    description: 'A page of posts',
    schema: record({
      posts: listOf(
        record({
          id: id('The post'),
          content: text('Beginning of the first part: plain text, or HTML if it has tags'),
          publishedAt: instant('When it was published'),
          url: textOrNull('URL on the network'),
          channel: channelShape,
          sorted: {
            type: ['number', 'null'],
            description: 'What they are ordered by; null with `newest first`, or where it has no such number',
          },
          numbers: listOf(
            record({
              label: text("The network's own word"),
              total: { type: 'number', description: 'Newest' },
            }),
          ),
        }),
      ),
      labels: listOf(text('By which posts can be ordered, the most frequent first')),
      hasMore: flag('Whether there is another page'),
      unranked: {
        ...listOf(record({ network: text('Its name'), posts: count('Posts of the period') })),
        description: 'With `best`: networks with posts that have no interactions to rank them by',
      },
    }),
  },
  errors: [],
  handler: listPostNumbersHandler,
} as const satisfies Operation;

const checkQuery = compile(query, 'query');

function listPostNumbersHandler({ database, providers }: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { days, sort = null, best, page, ...which } = checkQuery({ ...ctx.query });
    const { organizationId } = ctx.state.caller;
    await noteNumbersAsked(database, organizationId);
    const filter = { ...filterOf(organizationId, which), days, sort, best, page };
    const [{ posts, ...rest }, unranked] = await Promise.all([
      readPostNumbers(database, filter),
      best ? readUnranked(database, { ...filterOf(organizationId, which), days }) : [],
    ]);
    ctx.body = {
      posts: posts.map(({ publishedMs, ...post }) => ({
        ...post,
        publishedAt: new Date(publishedMs).toISOString(),
      })),
      ...rest,
      unranked: unranked.map(({ provider, posts: without }) => ({
        network: providers.get(provider)?.name ?? provider,
        posts: without,
      })),
    };
  };
}
