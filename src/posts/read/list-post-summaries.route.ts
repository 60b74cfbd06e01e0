import type { AppContext } from '../../http/types.ts';
import type { Context } from '../../platform/context.ts';
import type { Operation } from '../../http/operation.ts';
import {
  count,
  id,
  instant,
  instantOrNull,
  listOf,
  orNull,
  record,
  sentenceWith,
  text,
  textOrNull,
} from '../../http/shapes.ts';
import { readFreeze } from '../../platform/freeze.ts';
import { parseDate } from '../../platform/parse-date.ts';
import { idFilter } from '../../platform/id-filter.ts';
import { compile } from '../../platform/validation.ts';
import { HOLD_REASONS, POST_STATES, type PostState } from '../../../temporal/contract/post-states.ts';
import { readCursor, writeCursor } from './post-cursor.ts';
import { channelShape, frozenShape, presentFreeze, presentSummary } from './present-summary.ts';
import { MAX_COUNTED, readSummaries } from './read-summaries.ts';

/** What each of the lists holds. */
const SHOWN: Readonly<Record<'all' | 'attention' | 'upcoming' | 'out' | 'drafts', readonly PostState[]>> = {
  all: POST_STATES,
  attention: ['failed', 'partly_published', 'unconfirmed', 'missed'],
  upcoming: ['scheduled', 'publishing', 'processing'],
  out: ['published', 'partly_published'],
  drafts: ['draft'],
};

const query = {
  type: 'object',
  properties: {
    show: {
      type: 'string',
      enum: ['all', 'attention', 'upcoming', 'out', 'drafts'],
      default: 'all',
      description:
        'attention: what failed, was missed, is unconfirmed or waits for its channel; upcoming: what will be published, the next first; out: what was published, the latest first',
    },
    status: { type: 'string', enum: [...POST_STATES], description: 'Only posts in this state' },
    channel: { type: 'string', maxLength: 255, description: 'Only posts of the channel with this id' },
    search: { type: 'string', maxLength: 200, description: 'Only posts whose text contains these words' },
    from: { type: 'string', maxLength: 64, description: 'Only posts from this date on, ISO 8601' },
    to: { type: 'string', maxLength: 64, description: 'Only posts until this date' },
    cursor: { type: 'string', maxLength: 255, description: 'nextCursor of the previous page' },
    limit: { type: 'integer', minimum: 1, maximum: 50, default: 20, description: 'Posts per page' },
  },
} as const;

export const listPostSummariesOperation = {
  id: 'listPostSummaries',
  method: 'get',
  path: '/post-list',
  tag: 'Posts',
  access: 'caller',
  compressed: true,
  summary: 'List posts by their first words',
  description:
    'One page at a time, for lists that people read: the first line of each post, a picture and its channel.',
  query,
  answer: {
    status: 200,
    description: 'A page of posts',
    schema: record({
      posts: listOf(
        record({
          id: id('The post'),
          firstLine: text('Its first line as plain text, at most 140 characters'),
          status: { enum: [...POST_STATES], description: 'The exact state' },
          hold: orNull({ enum: [...HOLD_REASONS] }, 'Why a due post is held'),
          error: textOrNull('What the network answered, or why Crier did not publish it'),
          explanation: orNull(
            sentenceWith('The error'),
            'The error with what it is made from, where it has a code',
          ),
          publishDate: instant('When it is due'),
          publishedAt: instantOrNull('When it was published'),
          releaseURL: textOrNull('URL on the network'),
          inSeries: { type: 'boolean', description: 'Whether more posts of its series wait' },
          revision: { type: 'integer', minimum: 1, description: 'Increases with each change; also the ETag' },
          thumbnail: orNull(
            record({ path: text('URL'), alt: textOrNull('Alternative text') }),
            'Its first file',
          ),
          media: count('Files of the first part'),
          parts: count('Parts of the thread'),
          channel: channelShape,
        }),
      ),
      total: count(`On all pages; ${MAX_COUNTED} also stands for more`),
      nextCursor: textOrNull('For the next page'),
      frozen: frozenShape,
    }),
  },
  errors: ['invalid_date', 'invalid_cursor'],
  handler: listPostSummariesHandler,
} as const satisfies Operation;

const checkQuery = compile(query, 'query');

function listPostSummariesHandler({ database }: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { show, status, channel, search, from, to, cursor, limit } = checkQuery({ ...ctx.query });
    const { organizationId } = ctx.state.caller;
    const [{ rows, total }, frozen] = await Promise.all([
      readSummaries(database, {
        organizationId,
        states: status ? [status] : SHOWN[show],
        held: show === 'attention' && !status,
        channelId: channel ? idFilter(channel) : undefined,
        search: search?.trim(),
        from: from === undefined ? undefined : parseDate(from, 'from'),
        to: to === undefined ? undefined : parseDate(to, 'to'),
        oldestFirst: show === 'upcoming',
        after: cursor ? readCursor(cursor) : undefined,
        // One more than the page holds shows whether there is another.
        limit: limit + 1,
      }),
      readFreeze(database, { organizationId }),
    ]);
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    ctx.body = {
      posts: page.map(presentSummary),
      total,
      nextCursor:
        rows.length > limit && last
          ? writeCursor({ id: last.id, publishAt: new Date(last.publishMs) })
          : null,
      frozen: presentFreeze(frozen),
    };
  };
}
