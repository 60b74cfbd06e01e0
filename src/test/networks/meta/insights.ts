/** Numbers (developers.facebook.com: Insights). */
import { ok, onlyFields, parameter, type Answer, type Call } from './answers.ts';
import { timestamp, type State } from './state.ts';

const DAY_MS = 86_400_000;

/** What one kind of object has numbers of. */
interface Known {
  readonly daily: readonly string[];
  readonly whole: readonly string[];
}

export const OF_ACCOUNT: Known = {
  daily: ['reach', 'follower_count'],
  whole: ['views', 'likes', 'comments', 'shares', 'saves', 'replies', 'reach'],
};
export const OF_PAGE: Known = {
  daily: ['page_total_media_view_unique', 'page_media_view', 'page_post_engagements', 'page_daily_follows'],
  whole: [],
};
/**
 * Of a post by what it is (Instagram Media Insights, "Metrics"): a story has no likes, comments and saves of
 * its own, and only stories have replies.
 */
const OF_SEEN = ['views', 'reach', 'shares', 'total_interactions'];
const OF_FEED = [...OF_SEEN, 'saved', 'likes', 'comments'];
const OF_MEDIA: Readonly<Record<string, readonly string[]>> = {
  FEED: [...OF_FEED, 'follows', 'profile_visits', 'profile_activity'],
  REELS: [...OF_FEED, 'ig_reels_avg_watch_time', 'ig_reels_video_view_total_time'],
  STORY: [...OF_SEEN, 'replies', 'navigation', 'follows', 'profile_visits', 'profile_activity'],
};
export const OF_POST = [
  'post_total_media_view_unique',
  'post_media_view',
  'post_reactions_by_type_total',
  'post_clicks',
];

const namesOf = ({ fields }: Call, known: readonly string[]): string[] => {
  const wanted = (fields.get('metric') ?? '').split(',').filter(Boolean);
  const unknown = wanted.find((name) => !known.includes(name));
  if (!wanted.length || unknown) {
    throw parameter(`(#100) metric[0] must be one of the following values: ${known.join(', ')}`);
  }
  return wanted;
};

/** By the day, or as one number with `metric_type=total_value`. */
export function ownerInsights(state: State, call: Call, known: Known, id: string): Answer {
  onlyFields(call, ['metric', 'period', 'metric_type', 'since', 'until', 'breakdown', 'timeframe']);
  if (call.fields.get('period') !== 'day') throw parameter('(#100) The parameter period is required');
  const isWhole = call.fields.get('metric_type') === 'total_value';
  const names = namesOf(call, isWhole ? known.whole : known.daily);
  const since = Number(call.fields.get('since')) * 1000;
  const until = Number(call.fields.get('until') ?? state.now().getTime() / 1000) * 1000;
  if (until - since > 30 * DAY_MS) {
    throw parameter('(#100) There cannot be more than 30 days (2592000 s) between since and until');
  }
  const values = [2, 1].map((daysAgo) => ({
    value: daysAgo * 10,
    end_time: timestamp(Math.floor((until - daysAgo * DAY_MS) / DAY_MS) * DAY_MS + DAY_MS / 3),
  }));
  const data = names.map((name, n) => ({
    name,
    period: 'day',
    title: name,
    description: name,
    ...(isWhole ? { total_value: { value: n + 5 } } : { values }),
    id: `${id}/insights/${name}/day`,
  }));
  return ok({ data });
}

/** Refuses, with all others, a metric that the kind of post does not have. */
export function mediaInsights(call: Call, type: string, id: string): Answer {
  const known = OF_MEDIA[type] ?? [];
  const wanted = (call.fields.get('metric') ?? '').split(',');
  const other = wanted.filter(
    (name) => !known.includes(name) && Object.values(OF_MEDIA).flat().includes(name),
  );
  if (other.length) {
    throw parameter(
      `(#100) The Media Insights API does not support the ${other.join(', ')} metric for this media product type.`,
    );
  }
  return entryInsights(call, known, id);
}

export function entryInsights(call: Call, known: readonly string[], id: string): Answer {
  onlyFields(call, ['metric', 'period']);
  const data = namesOf(call, known).map((name, n) => ({
    name,
    period: 'lifetime',
    values: [{ value: name === 'post_reactions_by_type_total' ? { like: 2, love: 1 } : n + 1 }],
    title: name,
    description: name,
    id: `${id}/insights/${name}/lifetime`,
  }));
  return ok({ data });
}
