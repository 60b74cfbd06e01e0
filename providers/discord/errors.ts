/**
 * What Discord's errors mean. Bodies are `{message, code, errors?}` (topics/opcodes-and-status-codes;
 * reference, "Error Messages").
 */
import {
  ChannelGone,
  RateLimited,
  Rejected,
  TokenExpired,
  Unsent,
  type ProviderError,
} from '../_kit/errors.ts';
import { boundedReset, retryAt, type HttpFailure } from '../_kit/http.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

/** "Invalid authentication token provided" and similar. */
const TOKEN_CODES = new Set([40001, 50014, 50025]);
/** Slow mode; write limits of a channel, a server or a resource. They give the waiting time as a 429 does. */
const WAIT_CODES = new Set([20016, 20028, 20029, 40062]);
/**
 * Sending or a feature is temporarily disabled, or Discord is overloaded. Explicit errors: nothing was
 * posted.
 */
const PAUSED_CODES = new Set([40004, 40006, 130000]);
const PAUSE_MS = 5 * 60_000;
/**
 * Cloudflare counts invalid requests in windows of this length ("Invalid Request Limit aka Cloudflare bans").
 */
const BAN_MS = 10 * 60_000;

/**
 * Maps an answer that is not 2xx; null leaves it to `classifyStatus` (5xx and 408: unknown).
 *
 * 401: a bot's token does not expire but is replaced by hand, so a person must reconnect the channel.
 * `TokenExpired` leads there, since this provider has no `refresh`. 50001 and 10003 may mean one channel, or
 * a server that removed the bot: `checkMembership` finds out.
 */
export function mapFailure(failure: HttpFailure, now = new Date()): ProviderError | null {
  const { status, headers } = failure;
  const body = asRecord(failure.body);
  const code = typeof body?.code === 'number' ? body.code : null;
  const options = { networkCode: String(code ?? status) };
  const message = messageOf(failure);
  if (status === 429 || (code !== null && WAIT_CODES.has(code))) {
    return new RateLimited(message, resetTime(headers, body, now), options);
  }
  if (status === 401 || (code !== null && TOKEN_CODES.has(code))) {
    return new TokenExpired(
      sentence('credential_refused', { network: 'Discord', what: "the bot's token", why: message }),
      options,
    );
  }
  if (status >= 500 || status === 408) return null;
  if (code !== null && PAUSED_CODES.has(code)) {
    return new RateLimited(message, boundedReset(new Date(now.getTime() + PAUSE_MS), now), options);
  }
  if (code === 10004) return new ChannelGone(sentence('discord_bot_left', { why: message }), options);
  // Answered by Cloudflare: the request did not reach Discord.
  if (status === 403 && (code === null || code === 40333)) {
    return new Unsent(sentence('refused_in_front', { network: 'Discord', words: message }), options);
  }
  return new Rejected(message, options);
}

/**
 * When the next call is allowed. `retry_after` comes first: for a shared limit (scope `shared`) it may be far
 * longer than `X-RateLimit-Reset-After`, which concerns only the bot's own bucket. A ban by Cloudflare is an
 * HTML page without any of these.
 */
function resetTime(headers: Headers, body: Record<string, unknown> | null, now: Date): Date {
  const after = (seconds: number): Date => boundedReset(new Date(now.getTime() + seconds * 1000), now);
  if (typeof body?.retry_after === 'number') return after(body.retry_after);
  if (headers.get('retry-after')) return retryAt(headers, now);
  const number = (name: string): number => Number.parseFloat(headers.get(name) ?? '');
  if (Number.isFinite(number('x-ratelimit-reset-after'))) return after(number('x-ratelimit-reset-after'));
  if (Number.isFinite(number('x-ratelimit-reset'))) {
    return boundedReset(new Date(number('x-ratelimit-reset') * 1000), now);
  }
  return body ? retryAt(headers, now) : after(BAN_MS / 1000);
}

/**
 * Discord's message; for 50035 with the fields that it names: `Invalid Form Body: content: Must be 2000 or
 * fewer in length.`
 */
function messageOf(failure: HttpFailure): string {
  const body = asRecord(failure.body);
  const fields = body ? fieldProblems(body.errors) : [];
  if (!fields.length) return failure.message;
  return `${String(body?.message)}: ${fields.join(' ')} (HTTP ${failure.status})`.slice(0, 1000);
}

function fieldProblems(errors: unknown, path = ''): string[] {
  return Object.entries(asRecord(errors) ?? {}).flatMap(([key, value]) => {
    if (key !== '_errors') return fieldProblems(value, path ? `${path}.${key}` : key);
    return (Array.isArray(value) ? value : []).map(
      (problem) => `${path ? `${path}: ` : ''}${String(asRecord(problem)?.message ?? 'is not valid')}`,
    );
  });
}

function asRecord(value: unknown): Record<string, unknown> | null {
  return value && typeof value === 'object' && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}
