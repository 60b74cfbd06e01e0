/**
 * Mastodon's two limits (rack_attack.rb, rate_limiter.rb): requests per token in 5 minutes, and statuses per
 * account in 3 hours.
 */
import type { Call } from './call.ts';
import { presentedToken } from './call.ts';
import type { State } from './state.ts';

/** What is left of a limit. */
export interface Quota {
  readonly limit: number;
  readonly remaining: number;
  readonly reset: Date;
}

const REQUESTS_MS = 300_000;
const STATUSES_MS = 10_800_000;

/** Counts a request. A negative `remaining` exceeds the limit. */
export function countRequest(state: State, call: Pick<Call, 'headers'>): Quota {
  return move(state, `${presentedToken(state, call)?.value ?? 'address'}:requests`, {
    limit: state.limits.requestsPer5Minutes,
    period: REQUESTS_MS,
    by: 1,
  });
}

/** Adds `by` to an account's status count, which may be 0, and returns what is left. */
export function countStatus(state: State, accountId: string, by: 0 | 1): Quota {
  return move(state, `${accountId}:statuses`, {
    limit: state.limits.statusesPer3Hours,
    period: STATUSES_MS,
    by,
  });
}

/** The headers of every response; the reset time is ISO 8601 with microseconds. */
export function quotaHeaders(quota: Quota): Record<string, string> {
  return {
    'X-RateLimit-Limit': String(quota.limit),
    'X-RateLimit-Remaining': String(Math.max(quota.remaining, 0)),
    'X-RateLimit-Reset': quota.reset.toISOString().replace('Z', '000Z'),
  };
}

function move(state: State, who: string, family: { limit: number; period: number; by: number }): Quota {
  const window = Math.floor(state.now().getTime() / family.period);
  const key = `${who}:${window}`;
  const count = (state.counts.get(key) ?? 0) + family.by;
  state.counts.set(key, count);
  return {
    limit: family.limit,
    remaining: family.limit - count,
    reset: new Date((window + 1) * family.period),
  };
}
