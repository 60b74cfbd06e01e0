import type { AppContext } from '../../http/types.ts';
import type { Context } from '../../context.ts';
import type { Statement } from '../../platform/database.ts';
import { ApiError } from '../../platform/errors.ts';
import { idParam } from '../../platform/validation.ts';
import { findOwnChannel } from './own-channel.ts';
import type { Operation } from '../../http/operation.ts';

export const findSlotOperation = {
  id: 'findSlot',
  method: 'get',
  path: '/find-slot/{id}',
  tag: 'Channels',
  access: 'caller',
  summary: 'Find the next free slot of a channel',
  description: "The first of the channel's coming posting times at which the organisation has no post.",
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
  text: "select distinct extract(epoch from date_trunc('minute', publish_at))::float8 * 1000 as ms from post where organization_id = $1 and deleted_at is null and publish_at >= date_trunc('minute', $2::timestamptz)",
};
const DAY_MS = 86_400_000;

function findSlotHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { organizationId } = ctx.state.caller;
    const channel = await findOwnChannel(context, ctx, idParam(ctx.params.id));
    if (channel.disabled) {
      throw new ApiError('channel_disabled', { message: `The channel "${channel.name}" is disabled` });
    }
    const now = await context.now();
    const taken = new Set(
      (await context.database.query<{ ms: number }>(TAKEN, [organizationId, now])).map((row) => row.ms),
    );
    const slot = firstFree(
      channel.postingTimes.map((t) => t.time),
      taken,
      now.getTime(),
    );
    if (slot === undefined) {
      throw new ApiError('no_free_slot', { message: `The channel "${channel.name}" has no posting times` });
    }
    // Existing clients were told of a date without a zone, and read one with it as well.
    ctx.body = { date: new Date(slot).toISOString() };
  };
}

/**
 * Times are minutes after midnight UTC, also below 0 and above a day: they were local times once. Each taken
 * minute fills one slot, so the days are bounded.
 */
function firstFree(
  minutes: readonly number[],
  taken: ReadonlySet<number>,
  nowMs: number,
): number | undefined {
  const today = Math.floor(nowMs / DAY_MS) * DAY_MS;
  // The day of a slot is the one that it falls on: else a later slot of this day would win over an earlier
  // one of the next.
  const inDay = minutes.map((m) => (((m * 60_000) % DAY_MS) + DAY_MS) % DAY_MS);
  for (let day = 0; inDay.length && day <= taken.size + 1; day++) {
    const free = inDay.map((ms) => today + day * DAY_MS + ms).filter((ms) => ms > nowMs && !taken.has(ms));
    if (free.length) return Math.min(...free);
  }
  return undefined;
}
