/** X's limits (docs.x.com/x-api/fundamentals/rate-limits): by person and URL, and posts of 24 hours. */
import { plain, type ApiError } from './call.ts';
import type { State } from './state.ts';

const QUARTER_MS = 15 * 60_000;

/** What is left of one window. */
interface Quota {
  readonly name: 'rate-limit' | 'user-limit-24hour';
  readonly limit: number;
  readonly remaining: number;
  /** Unix seconds. */
  readonly reset: number;
}

/** Counts a request of a person to a URL; its headers, or the refusal. */
export function countRequest(state: State, who: string, operation: string): Record<string, string> {
  const isPost = operation === 'POST /2/tweets';
  const quarter = move(state, `${who}:${operation}`, {
    name: 'rate-limit',
    limit: isPost ? state.limits.postsPer15Minutes : state.limits.requestsPer15Minutes,
    period: QUARTER_MS,
  });
  const day = isPost
    ? move(state, `${who}:day`, {
        name: 'user-limit-24hour',
        limit: state.limits.postsPerDay,
        period: state.limits.daySeconds * 1000,
      })
    : null;
  const quotas = [quarter, ...(day ? [day] : [])];
  if (quotas.some(({ remaining }) => remaining < 0)) throw exceeded(quotas);
  return headersOf(quotas);
}

const exceeded = (quotas: readonly Quota[]): ApiError => plain(429, 'Too Many Requests', headersOf(quotas));

const headersOf = (quotas: readonly Quota[]): Record<string, string> =>
  Object.fromEntries(
    quotas.flatMap(({ name, limit, remaining, reset }) => [
      [`x-${name}-limit`, String(limit)],
      [`x-${name}-remaining`, String(Math.max(remaining, 0))],
      [`x-${name}-reset`, String(reset)],
    ]),
  );

function move(
  state: State,
  who: string,
  { name, limit, period }: { name: Quota['name']; limit: number; period: number },
): Quota {
  const window = Math.floor(state.now().getTime() / period);
  const key = `${who}:${window}`;
  const count = (state.counts.get(key) ?? 0) + 1;
  state.counts.set(key, count);
  return { name, limit, remaining: limit - count, reset: ((window + 1) * period) / 1000 };
}
