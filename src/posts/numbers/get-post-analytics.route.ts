import type { Metric } from '../../../providers/_kit/contract.ts';
import type { AppContext } from '../../http/types.ts';
import { askNetwork } from '../../channels/ask-network.ts';
import { noteNumbersAsked } from '../../channels/daily-numbers.ts';
import { readNumbers } from '../../channels/numbers.ts';
import { analyticsQuery, daysOf, metricsSchema, presentMetrics } from '../../channels/present-metrics.ts';
import { ofRequest, type Context } from '../../platform/context.ts';
import { Post } from '../../platform/entities/post.ts';
import type { Operation } from '../../http/operation.ts';
import { flag, record } from '../../http/shapes.ts';
import { compile, idParam } from '../../platform/validation.ts';
import { assertOwnPost } from '../policy.ts';

export const getPostAnalyticsOperation = {
  id: 'getPostAnalytics',
  method: 'get',
  path: '/analytics/post/{id}',
  tag: 'Posts',
  access: 'caller',
  summary: "Get a post's numbers",
  description:
    'Of the first part: a row for each day on which they were asked for, or which the network reports. The network is asked once an hour at most. Clicks on its short links are among them. An empty list if there are none. `{"missing": true}` if it is published but its id on the network is not known.',
  query: analyticsQuery,
  answer: {
    status: 200,
    description: 'The numbers',
    schema: {
      anyOf: [metricsSchema, record({ missing: flag('The id of the post on the network is not known') })],
    },
  },
  errors: [
    'invalid_request',
    'post_not_found',
    'foreign_resource',
    'channel_unauthorized',
    'network_refused',
    'network_busy',
    'network_failed',
  ],
  handler: getPostAnalyticsHandler,
} as const satisfies Operation;

const checkQuery = compile(analyticsQuery);

function getPostAnalyticsHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const id = idParam(ctx.params.id);
    checkQuery(ctx.query);
    const post = await context.database.fork().findOne(Post, { id }, { populate: ['integration', 'items'] });
    assertOwnPost(ctx.state.caller.organizationId, post, id);
    await noteNumbersAsked(context.database, ctx.state.caller.organizationId);
    const { integration, releaseId } = post;
    const [first] = post.items.getItems();
    const provider = context.providers.get(integration.provider);
    if (releaseId === 'missing') {
      ctx.body = { missing: true };
      return;
    }
    const subject = { integrationId: integration.id, postId: id, days: daysOf(ctx.query) };
    const ask = async (): Promise<readonly Metric[]> => {
      if (!provider?.postAnalytics || !first?.releaseId || integration.refreshNeeded) return [];
      const published = { id: first.releaseId, url: first.releaseUrl ?? null, ref: first.ref ?? null };
      return askNetwork(ofRequest(context, ctx), provider, integration.id, (channel, network) =>
        Promise.resolve(provider.postAnalytics?.(channel, published, network) ?? []),
      );
    };
    ctx.body = presentMetrics(await readNumbers(context, subject, ask));
  };
}
