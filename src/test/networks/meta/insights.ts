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
export const OF_MEDIA = ['views', 'reach', 'saved', 'likes', 'comments', 'shares'];
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
