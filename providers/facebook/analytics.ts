/** Numbers (developers.facebook.com/docs/graph-api/reference/insights). */
import type { Channel, Provider } from '../_kit/contract.ts';
import { Rejected } from '../_kit/errors.ts';
import type { NumberName } from '../_kit/number-names.ts';
import type { GraphCalls } from '../_shared/meta/graph.ts';
import { DAY_MS, insightsToMetrics, type Insights } from '../_shared/meta/insights.ts';
import { callsOf, idOf, postOf } from './api.ts';

const DAYS = 28;

/** Metrics by the name that Facebook has for them. */
const LABELS: Readonly<Record<string, NumberName>> = {
  page_total_media_view_unique: 'Viewers',
  page_media_view: 'Views',
  page_post_engagements: 'Engagements',
  page_daily_follows: 'New followers',
  post_total_media_view_unique: 'Viewers',
  post_media_view: 'Views',
  post_reactions_by_type_total: 'Reactions',
  post_clicks: 'Clicks',
};
const OF_PAGE = 'page_total_media_view_unique,page_media_view,page_post_engagements,page_daily_follows';
const OF_POST = 'post_total_media_view_unique,post_media_view,post_reactions_by_type_total,post_clicks';

/** Of the last four weeks, by the day. */
export const analytics: NonNullable<Provider['analytics']> = async (channel, ctx) => {
  const until = Math.floor(ctx.now().getTime() / 1000);
  const query = {
    metric: OF_PAGE,
    period: 'day',
    since: String(until - (DAYS * DAY_MS) / 1000),
    until: String(until),
  };
  const path = `/${channel.internalId}/insights`;
  return insightsToMetrics(await callsOf(channel, ctx)<Insights>(path, { query }), LABELS);
};

/** A video is known by its own id, and has these numbers only as the post that shows it (`post_id`). */
export const postAnalytics: NonNullable<Provider['postAnalytics']> = async (channel, published, ctx) => {
  const call = callsOf(channel, ctx);
  const id = idOf(published);
  const known = postOf(published) ?? (id.includes('_') ? id : undefined);
  const post = known ?? (await postOfVideo(call, channel, id));
  const query = { metric: OF_POST };
  return insightsToMetrics(await call<Insights>(`/${post}/insights`, { query }), LABELS);
};

/** What is no video (a story) has no `post_id`. */
async function postOfVideo(
  call: GraphCalls,
  { internalId: page }: Pick<Channel, 'internalId'>,
  id: string,
): Promise<string> {
  const read = call<{ post_id?: string }>(`/${id}`, { query: { fields: 'post_id' } });
  const { post_id: post } = await read.catch((error: unknown): { post_id?: string } => {
    if (error instanceof Rejected) return {};
    throw error;
  });
  if (!post) return id;
  return post.includes('_') ? post : `${page}_${post}`;
}
