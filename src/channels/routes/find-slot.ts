import type { AppContext } from '../../http/types.ts';
import type { Context } from '../../platform/context.ts';
import type { Statement } from '../../platform/database.ts';
import { ApiError } from '../../platform/errors.ts';
import { eitherTaken, readComingTaken } from '../coming-repeats.ts';
import { freeSlotsAfter, postingTimesOf } from '../posting-times.ts';
import { findOwnChannel } from './own-channel.ts';
import type { Operation } from '../../http/operation.ts';
import { compile, idParam } from '../../platform/validation.ts';
import { sentence } from '../../platform/sentences.ts';

const findSlotQuery = {
  type: 'object',
  properties: {
    taken: {
      type: 'string',
      enum: ['organization', 'channel'],
      default: 'organization',
      description: 'Whose posts take a minute. channel: as the queue counts (`type: "queue"` of POST /posts)',
    },
  },
} as const;

export const findSlotOperation = {
  id: 'findSlot',
  method: 'get',
  path: '/find-slot/{id}',
  tag: 'Channels',
  access: 'caller',
  summary: 'Find the next free slot of a channel',
  description: "The first of the channel's coming posting times at which the organisation has no post.",
  query: findSlotQuery,
  answer: {
    status: 200,
    description: 'The slot',
    schema: {
      type: 'object',
      properties: {
        date: { type: 'string', format: 'date-time', description: 'The date of the slot, in UTC' },
      },
      required: ['date'],
      additionalProperties: false,
    },
  },
  errors: ['integration_not_found', 'foreign_resource', 'channel_disabled', 'no_free_slot'],
  handler: findSlotHandler,
} as const satisfies Operation;

const TAKEN: Statement = {
  name: 'find-slot',
  text: "select distinct extract(epoch from date_trunc('minute', publish_at))::float8 * 1000 as ms from post where organization_id = $1 and ($3::uuid is null or integration_id = $3) and deleted_at is null and publish_at >= date_trunc('minute', $2::timestamptz)",
};
const ZONE: Statement = {
  name: 'find-slot-zone',
  text: 'select time_zone as zone from organization where id = $1',
};

const checkQuery = compile(findSlotQuery, 'query');

function findSlotHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { organizationId } = ctx.state.caller;
    const channel = await findOwnChannel(context, ctx, idParam(ctx.params.id));
    if (channel.disabled) {
      throw new ApiError('channel_disabled', sentence('channel_is_disabled', { name: channel.name }));
    }
    const { taken: by } = checkQuery({ ...ctx.query });
    const now = await context.now();
    const channelId = by === 'channel' ? channel.id : null;
    const whose = { organizationId, channelIds: channelId === null ? null : [channelId] };
    const [taken, coming, [organization]] = await Promise.all([
      context.database.query<{ ms: number }>(TAKEN, [organizationId, now, channelId]),
      readComingTaken(context.database, whose, now),
      context.database.query<{ zone: string }>(ZONE, [organizationId]),
    ]);
    const times = postingTimesOf(channel, organization?.zone ?? 'UTC');
    const all = eitherTaken(new Set(taken.map(({ ms }) => ms)), coming(channelId));
    const free = freeSlotsAfter(times, now.getTime(), all);
    const { value: slot } = await free.next();
    if (slot === undefined) {
      throw new ApiError('no_free_slot', sentence('no_posting_times', { name: channel.name }));
    }
    // The API documents a date without a zone for existing clients, which read one with it as well.
    ctx.body = { date: new Date(slot).toISOString() };
  };
}
