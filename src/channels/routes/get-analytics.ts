import type { AppContext } from '../../http/types.ts';
import { ofRequest, type Context } from '../../platform/context.ts';
import type { Operation } from '../../http/operation.ts';
import { compile, idParam } from '../../platform/validation.ts';
import { askNetwork } from '../ask-network.ts';
import { noteNumbersAsked } from '../daily-numbers.ts';
import { readNumbers } from '../numbers.ts';
import { analyticsQuery, daysOf, metricsSchema, presentMetrics } from '../present-metrics.ts';
import { findOwnChannel } from './own-channel.ts';

export const getAnalyticsOperation = {
  id: 'getAnalytics',
  method: 'get',
  path: '/analytics/{id}',
  tag: 'Channels',
  access: 'caller',
  summary: "Get a channel's numbers",
  description:
    'A row for each day on which they were asked for, or which the network reports. The network is asked once an hour at most. An empty list if it shows none, or while the channel must be reconnected.',
  query: analyticsQuery,
  answer: { status: 200, description: 'The numbers', schema: metricsSchema },
  errors: [
    'invalid_request',
    'integration_not_found',
    'foreign_resource',
    'channel_unauthorized',
    'network_refused',
    'network_busy',
    'network_failed',
  ],
  handler: getAnalyticsHandler,
} as const satisfies Operation;

const checkQuery = compile(analyticsQuery);

function getAnalyticsHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const id = idParam(ctx.params.id);
    checkQuery(ctx.query);
    const channel = await findOwnChannel(context, ctx, id);
    await noteNumbersAsked(context.database, ctx.state.caller.organizationId);
    const provider = context.providers.get(channel.provider);
    const read = provider?.analytics?.bind(provider);
    if (!provider || !read || channel.refreshNeeded) {
      ctx.body = [];
      return;
    }
    const subject = { integrationId: id, postId: null, days: daysOf(ctx.query) };
    const ask = () => askNetwork(ofRequest(context, ctx), provider, id, read);
    ctx.body = presentMetrics(await readNumbers(context, subject, ask));
  };
}
