import { RateLimiterRes } from 'rate-limiter-flexible';
import type { AppContext, Middleware } from './types.ts';
import type { Context } from '../platform/context.ts';
import { ApiError } from '../platform/errors.ts';
import { sentence } from '../platform/sentences.ts';
import { createLimiter, secondsLeft } from './rate-limit-store.ts';

const WINDOW_SECONDS = 3600;

type Steps = readonly Middleware[];

/**
 * At most `API_LIMIT` create requests per hour and organisation, with any key and in any process: counted in
 * the table `rate_limit` with one statement per request, in windows of 3,600,000 ms that begin with their
 * first request. Comes after authentication and around `steps`, the ones up to and with the answer from the
 * idempotency store. People in the web app are not counted: a table of a thousand posts must not keep
 * everybody of the organisation from publishing for an hour.
 *
 * - What counts: every authenticated request, also one that is refused with a 4xx of any kind (malformed
 *   JSON, 413, 422, …). A 401 or 403 of
 *   authentication does not. An answer from the idempotency store does not either, and is given when the
 *   limit is reached, too.
 * - Without an Idempotency-Key the limit is asked before the body is read; with one, after it was looked up,
 *   as only then it
 *   is known whether the request does anything. Of parallel requests with one key, those that get the first
 *   one's answer give their count back.
 * - Answers that were let through carry `X-RateLimit-Limit`, `-Remaining` and `-Reset` (seconds until the
 *   window ends), refusals alike.
 *   A 429 carries `Retry-After` (seconds) alone; it comes before any other 4xx.
 * - Windows are kept by the database's clock: setting the clock of a process neither opens nor prolongs one.
 * - `API_LIMIT=0`: no limit, no statement, no headers.
 *
 * @throws ApiError `rate_limited`
 */
export function rateLimit(
  context: Pick<Context, 'config' | 'database' | 'now' | 'log'>,
  steps: Steps,
): Middleware {
  const limit = context.config.API_LIMIT;
  if (limit === 0) return (ctx, next) => runSteps(ctx, steps, next);
  const limiter = createLimiter(context, { name: 'create-post', points: limit, seconds: WINDOW_SECONDS });

  /** Counts the request. @returns when the window ends, by this process's monotonic clock */
  const take = async (ctx: AppContext): Promise<number> => {
    const window = await limiter.consume(ctx.state.caller.organizationId).catch(async (refused: unknown) => {
      throw refused instanceof RateLimiterRes ? refusal(limit, refused, await context.now()) : refused;
    });
    ctx.set({
      'X-RateLimit-Limit': String(limit),
      'X-RateLimit-Remaining': String(window.remainingPoints),
      'X-RateLimit-Reset': String(secondsLeft(window)),
    });
    return performance.now() + window.msBeforeNext;
  };

  const giveBack = async (ctx: AppContext, windowEnd: number): Promise<void> => {
    for (const name of ['Limit', 'Remaining', 'Reset']) ctx.remove(`X-RateLimit-${name}`);
    // In the next window it would be one too many.
    if (performance.now() < windowEnd) await limiter.reward(ctx.state.caller.organizationId);
  };

  return async (ctx, next) => {
    if (ctx.state.caller.via === 'session') return runSteps(ctx, steps, next);
    if (ctx.headers['idempotency-key'] === undefined) {
      await take(ctx);
      return runSteps(ctx, steps, next);
    }
    const progress = { asked: false, windowEnd: 0 };
    try {
      await runSteps(ctx, steps, async () => {
        progress.asked = true;
        progress.windowEnd = await take(ctx);
        await next();
      });
    } catch (error) {
      if (!progress.asked && ApiError.from(error).status < 500) await take(ctx);
      throw error;
    }
    if (progress.asked && ctx.response.get('Idempotency-Replayed')) await giveBack(ctx, progress.windowEnd);
  };
}

function refusal(limit: number, window: RateLimiterRes, now: Date): ApiError {
  const wait = secondsLeft(window);
  const again = new Date(now.getTime() + window.msBeforeNext).toISOString();
  return new ApiError('rate_limited', {
    ...sentence('create_limit_reached', { limit, seconds: wait, at: again }),
    headers: { 'retry-after': String(wait) },
  });
}

/** Koa's order, for a list: each step's `next` is the step after it, the last one's is `last`. */
function runSteps(
  ctx: Parameters<Middleware>[0],
  steps: Steps,
  last: () => Promise<unknown>,
): Promise<unknown> {
  return steps.reduceRight<() => Promise<unknown>>(
    (next, step) => async () => {
      await step(ctx, next);
    },
    last,
  )();
}
