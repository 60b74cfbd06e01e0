/** Discord's two limits (topics/rate-limits): new messages per channel, and all requests of a bot. */
import { ApiError } from './call.ts';
import type { State } from './state.ts';

/** What is left of a bucket; its window ends in `resetMs` milliseconds. */
export interface Bucket {
  readonly name: string;
  readonly limit: number;
  readonly remaining: number;
  readonly resetMs: number;
}

/** Counts a request. A window begins with its first request; a negative `remaining` exceeds the limit. */
export function count(
  state: State,
  key: string,
  rule: { name: string; limit: number; periodMs: number },
): Bucket {
  const now = state.now().getTime();
  const open = state.windows.get(key);
  const window = open && now - open.start < rule.periodMs ? open : { start: now, count: 0 };
  window.count++;
  state.windows.set(key, window);
  return {
    name: rule.name,
    limit: rule.limit,
    remaining: rule.limit - window.count,
    resetMs: window.start + rule.periodMs - now,
  };
}

/** The headers of every response from a rate-limited route. Times are seconds with decimals. */
export function bucketHeaders(state: State, bucket: Bucket): Record<string, string> {
  return {
    'X-RateLimit-Limit': String(bucket.limit),
    'X-RateLimit-Remaining': String(Math.max(bucket.remaining, 0)),
    'X-RateLimit-Reset': ((state.now().getTime() + bucket.resetMs) / 1000).toFixed(3),
    'X-RateLimit-Reset-After': (bucket.resetMs / 1000).toFixed(3),
    'X-RateLimit-Bucket': bucket.name,
  };
}

/** Error 429; `Retry-After` is in whole seconds, while `retry_after` has decimals. */
export function limited(bucket: Bucket, scope: 'user' | 'global'): ApiError {
  const after = bucket.resetMs / 1000;
  const global = scope === 'global';
  return new ApiError(429, 0, 'You are being rate limited.', {
    body: { retry_after: after, global },
    headers: {
      'Retry-After': String(Math.max(1, Math.ceil(after))),
      'X-RateLimit-Scope': scope,
      ...(global ? { 'X-RateLimit-Global': 'true' } : {}),
    },
  });
}
