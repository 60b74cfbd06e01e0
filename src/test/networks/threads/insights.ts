/** Numbers (developers.facebook.com/documentation/threads: Insights API). */
import { need } from './oauth.ts';
import { ok, onlyFields, parameter, type Answer, type Call, type State, type Token } from './state.ts';

const DAY_MS = 86_400_000;
const OF_POST = ['views', 'likes', 'replies', 'reposts', 'quotes', 'shares'];
const OF_ACCOUNT = ['views', 'likes', 'replies', 'reposts', 'quotes', 'clicks', 'followers_count'];

function metricsOf({ fields }: Call, known: readonly string[]): string[] {
  const wanted = (fields.get('metric') ?? '').split(',').filter(Boolean);
  const unknown = wanted.find((name) => !known.includes(name));
  if (!wanted.length || unknown) {
    throw parameter(`metric[0] must be one of the following values: ${known.join(', ')}`);
  }
  return wanted;
}

export function postInsights(call: Call, token: Token, id: string): Answer {
  need(token, 'threads_manage_insights');
  onlyFields(call, ['metric']);
  const data = metricsOf(call, OF_POST).map((name, n) => ({
    name,
    period: 'lifetime',
    values: [{ value: n + 1 }],
    title: name,
    description: name,
    id: `${id}/insights/${name}/lifetime`,
  }));
  return ok({ data });
}

/** Views by the day; the others as one number; followers without dates. */
export function accountInsights(state: State, call: Call, token: Token): Answer {
  need(token, 'threads_manage_insights');
  onlyFields(call, ['metric', 'since', 'until']);
  const names = metricsOf(call, OF_ACCOUNT);
  const until = call.fields.get('until');
  if (names.includes('followers_count') && until) {
    throw parameter('followers_count does not support since and until');
  }
  const end = until ? Number(until) * 1000 : state.now().getTime();
  const values = [2, 1].map((daysAgo) => ({
    value: daysAgo * 10,
    end_time: new Date(Math.floor((end - daysAgo * DAY_MS) / DAY_MS) * DAY_MS + DAY_MS / 3)
      .toISOString()
      .replace(/\.\d+Z$/, '+0000'),
  }));
  const data = names.map((name, n) => ({
    name,
    period: 'day',
    title: name,
    description: name,
    ...(name === 'views' ? { values } : { total_value: { value: n + 5 } }),
    id: `${token.account.id}/insights/${name}/day`,
  }));
  return ok({ data });
}

export function publishingLimit(state: State, call: Call, { account }: Token): Answer {
  onlyFields(call, ['fields']);
  const since = state.now().getTime() - DAY_MS;
  const mine = state.ledger.filter((entry) => entry.account === account && entry.at > since);
  const replies = mine.filter(({ parent }) => parent).length;
  const config = (total: number) => ({ quota_total: total, quota_duration: 86_400 });
  return ok({
    data: [
      {
        quota_usage: mine.length - replies,
        config: config(state.limits.posts),
        reply_quota_usage: replies,
        reply_config: config(state.limits.replies),
      },
    ],
  });
}
