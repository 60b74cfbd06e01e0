import type { Context } from '../../platform/context.ts';
import { flag, id, instant, listOf, orNull, record, text, textOrNull } from '../../http/shapes.ts';
import type { Operation } from '../../http/operation.ts';
import type { AppContext } from '../../http/types.ts';
import { ApiError } from '../../platform/errors.ts';
import { parseDate } from '../../platform/parse-date.ts';
import { idFilter } from '../../platform/id-filter.ts';
import { compile } from '../../platform/validation.ts';
import { POST_STATES } from '../../../temporal/contract/post-states.ts';
import { presentCalendarPost } from './present-calendar.ts';
import { statesOf } from '../read/present-post.ts';
import { readCalendar, readFreeSlots, readTags, type CalendarFilter } from './read-calendar.ts';
import { sentence } from '../../platform/sentences.ts';

const DAY_MS = 86_400_000;
const LONGEST_DAYS = 100;

const calendarQuery = {
  type: 'object',
  properties: {
    from: {
      type: 'string',
      maxLength: 64,
      description: 'Start of the range, ISO 8601; default: the start of today (UTC)',
    },
    to: {
      type: 'string',
      maxLength: 64,
      description: `End of the range, inclusive, at most ${LONGEST_DAYS} days later; default: 31 days later`,
    },
    channel: {
      type: 'string',
      maxLength: 4000,
      description: 'Only these channels: ids, with commas between them',
    },
    customer: {
      type: 'string',
      maxLength: 255,
      description: 'Only channels in the channel group with this id',
    },
    tag: { type: 'string', maxLength: 255, description: 'Only posts with the tag of this id' },
    state: {
      type: 'string',
      enum: ['QUEUE', 'PUBLISHED', 'ERROR', 'DRAFT'],
      description: 'Only posts in this state',
    },
    person: { type: 'string', maxLength: 255, description: 'Only posts that the person of this id created' },
  },
} as const;

const calendarPost = record({
  id: id('The post'),
  groupId: id('The request that it was created with; posts of one request share it'),
  publishDate: instant('When it is due'),
  status: { enum: [...POST_STATES], description: 'The exact state' },
  state: {
    enum: ['QUEUE', 'PUBLISHED', 'ERROR', 'DRAFT'],
    description: 'The state as one of the four values older clients know',
  },
  firstLine: text('Its first line as plain text, at most 140 characters'),
  thumbnail: textOrNull('URL of its first picture'),
  channel: record({
    id: id('The channel'),
    identifier: text('The network'),
    name: text("The channel's name"),
    picture: textOrNull("URL of the channel's picture"),
  }),
  tags: listOf(record({ id: id('The tag'), name: text('Its name'), color: text('#rrggbb') })),
  revision: { type: 'integer', minimum: 1, description: 'Increases with each change; also the ETag' },
  createdBy: orNull(
    record({ id: id('The person'), name: text('Their name') }),
    'Who created it; null = an API key or the command line',
  ),
  canMove: flag('Whether it can get another date'),
  isRepeat: flag('Whether this is a coming date of a repeated post'),
  inSeries: flag('Whether more posts of its series wait beside it'),
});

export const getCalendarOperation = {
  id: 'getCalendar',
  method: 'get',
  path: '/calendar',
  tag: 'Posts',
  access: 'caller',
  compressed: true,
  summary: 'Show the calendar',
  description:
    'Posts dated within the range, oldest first; a repeated post appears once for each coming date. Beside them the coming posting times of the channels, without those at which the channel has a post.',
  query: calendarQuery,
  answer: {
    status: 200,
    description: 'At most 2,000 posts',
    schema: record({
      posts: listOf(calendarPost),
      truncated: flag('Whether there are more posts than these'),
      slots: listOf(record({ channelId: id('The channel'), date: instant('The posting time') })),
      tags: listOf(record({ id: id('The tag'), name: text('Its name'), color: text('#rrggbb') })),
    }),
  },
  errors: ['invalid_date'],
  handler: getCalendarHandler,
} as const satisfies Operation;

const checkQuery = compile(calendarQuery, 'query');

function getCalendarHandler({ database, now }: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const query = checkQuery({ ...ctx.query });
    const at = await now();
    const filter: CalendarFilter = {
      organizationId: ctx.state.caller.organizationId,
      ...rangeOf(query, at),
      channelIds: query.channel ? query.channel.split(',').map((one) => idFilter(one.trim())) : undefined,
      customerId: query.customer ? idFilter(query.customer) : undefined,
      tagId: query.tag ? idFilter(query.tag) : undefined,
      states: query.state && statesOf(query.state),
      personId: query.person ? idFilter(query.person) : undefined,
    };
    const [{ posts, truncated }, slots, tags] = await Promise.all([
      readCalendar(database, filter),
      readFreeSlots(database, filter, at),
      readTags(database, filter.organizationId),
    ]);
    ctx.body = {
      posts: posts.map(presentCalendarPost),
      truncated,
      slots: slots.map(({ channelId, date }) => ({ channelId, date: date.toISOString() })),
      tags,
    };
  };
}

/** @throws ApiError `invalid_date` naming `to`, when the range is too long */
function rangeOf(query: { from?: string; to?: string }, now: Date): { from: Date; to: Date } {
  const today = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS);
  const from = query.from === undefined ? today : parseDate(query.from, 'from');
  const to = query.to === undefined ? new Date(from.getTime() + 31 * DAY_MS) : parseDate(query.to, 'to');
  if (to.getTime() - from.getTime() > LONGEST_DAYS * DAY_MS) {
    throw new ApiError('invalid_date', {
      issues: [{ path: 'to', ...sentence('range_too_long', { max: LONGEST_DAYS }) }],
    });
  }
  return { from, to };
}
