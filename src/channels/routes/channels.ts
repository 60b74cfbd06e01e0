import type { AppContext } from '../../http/types.ts';
import type { Context } from '../../platform/context.ts';
import { personOf } from '../../http/person.ts';
import type { Statement } from '../../platform/database.ts';
import { compile, idParam } from '../../platform/validation.ts';
import type { Operation } from '../../http/operation.ts';
import { listOf } from '../../http/shapes.ts';
import { presentChannel } from '../present-channel.ts';
import { readHealth } from '../read-health.ts';
import { updateChannel } from '../update-channel.ts';
import { channelShape, postingTimes } from './channel-shapes.ts';

export const listChannelsOperation = {
  id: 'listChannels',
  method: 'get',
  path: '/channels',
  tag: 'Channels',
  access: 'caller',
  summary: 'List channels with their health',
  description: 'What each published last, what waits, and what holds it up.',
  answer: { status: 200, description: 'The channels, oldest first', schema: listOf(channelShape) },
  errors: [],
  handler: listChannelsHandler,
} as const satisfies Operation;

export const updateChannelBody = {
  type: 'object',
  properties: {
    disabled: { type: 'boolean', description: 'A disabled channel takes no posts, and those due fail' },
    groupId: {
      type: ['string', 'null'],
      format: 'id',
      maxLength: 36,
      description: 'The channel group; null takes it out of its group',
    },
    postingTimes,
    shortLinks: { type: 'boolean', description: 'Whether links of its posts may become short' },
  },
  minProperties: 1,
  additionalProperties: false,
} as const;

export const updateChannelOperation = {
  id: 'updateChannel',
  method: 'patch',
  path: '/channels/{id}',
  tag: 'Channels',
  access: 'caller',
  role: 'admin',
  summary: 'Disable or enable a channel, set its posting times, its group, or whether its links become short',
  body: updateChannelBody,
  answer: { status: 200, description: 'The changed channel', schema: channelShape },
  errors: ['integration_not_found', 'foreign_resource', 'group_not_found'],
  example: { postingTimes: [540, { time: 1050, days: [1, 2, 3, 4, 5] }] },
  handler: updateChannelHandler,
} as const satisfies Operation;

const checkBody = compile(updateChannelBody);

const ZONE: Statement = {
  name: 'channels-zone',
  text: 'select time_zone as zone from organization where id = $1',
};

async function present(context: Context, filter: { organizationId: string; channelId?: string }) {
  const [rows, [organization], now] = await Promise.all([
    readHealth(context.database, filter),
    context.database.query<{ zone: string }>(ZONE, [filter.organizationId]),
    context.now(),
  ]);
  const zone = organization?.zone ?? 'UTC';
  const { providers } = context;
  return rows.map((row) => presentChannel(row, { providers, zone, nowMs: now.getTime() }));
}

function listChannelsHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    ctx.body = await present(context, { organizationId: ctx.state.caller.organizationId });
  };
}

function updateChannelHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const person = personOf(ctx);
    const channelId = idParam(ctx.params.id);
    const { groupId, ...change } = checkBody(ctx.state.body);
    await updateChannel(context, person, {
      channelId,
      change: {
        ...change,
        ...(groupId === undefined ? {} : { groupId: groupId === null ? null : idParam(groupId) }),
      },
    });
    [ctx.body] = await present(context, { organizationId: person.organizationId, channelId });
  };
}
