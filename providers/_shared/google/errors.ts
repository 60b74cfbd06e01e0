/**
 * What the errors of Google's APIs mean. Their form is common to all
 * (developers.google.com/youtube/v3/docs/errors): `{"error": {"code", "message", "errors": [{"reason"}]}}`.
 */
import { createRequire } from 'node:module';
import type * as Luxon from 'luxon';
import {
  AlreadyThere,
  ChannelGone,
  OutcomeUnknown,
  RateLimited,
  Rejected,
  TokenExpired,
  type ProviderError,
} from '../../_kit/errors.ts';
import { boundedReset, retryAt, type HttpFailure } from '../../_kit/http.ts';

/** The body of an answer that is not 2xx. `status`: the name of a gRPC code, of newer APIs. */
interface ErrorBody {
  readonly error?: {
    readonly message?: string;
    readonly status?: string;
    readonly errors?: readonly { readonly reason?: string; readonly message?: string }[];
    /** `google.rpc.ErrorInfo` and others, of newer APIs. */
    readonly details?: readonly { readonly reason?: string }[];
  };
}

/** What one of Google's networks knows beyond the common reasons. */
export interface Reasons {
  /** Reasons for which a person must connect the account again, or set it right at Google. */
  readonly gone: ReadonlySet<string>;
  /** Reasons for which nothing is published before the next day in California. */
  readonly untilTomorrow: ReadonlySet<string>;
  /** What a person can do, by reason. */
  readonly remedies: Readonly<Record<string, string>>;
}

/** Too many calls in a short time (developers.google.com/youtube/v3/docs/errors, "rateLimitExceeded"). */
const BRIEF: ReadonlySet<string> = new Set([
  'rateLimitExceeded',
  'userRateLimitExceeded',
  'uploadRateLimitExceeded',
  'RESOURCE_EXHAUSTED',
  'RATE_LIMIT_EXCEEDED',
]);

/** Google's daily quotas begin again at midnight here (developers.google.com/youtube/v3/getting-started). */
export const QUOTA_ZONE = 'America/Los_Angeles';

export function nextPacificDay(now: Date): Date {
  // Loaded with the first quota that is used up: a worker needs no calendar otherwise.
  const { DateTime } = createRequire(import.meta.url)('luxon') as typeof Luxon;
  const pacific = DateTime.fromJSDate(now, { zone: QUOTA_ZONE });
  return pacific.plus({ days: 1 }).startOf('day').toJSDate();
}

/** Maps an answer that is not 2xx. */
export function mapFailure(failure: HttpFailure, reasons: Reasons, now: Date): ProviderError {
  const { status, headers } = failure;
  const error = (failure.body as ErrorBody | null)?.error;
  const named = error?.details?.find((detail) => detail.reason)?.reason;
  const reason = error?.errors?.[0]?.reason ?? named ?? error?.status ?? String(status);
  const remedy = reasons.remedies[reason];
  const text = withoutTags(error?.message ?? failure.message);
  const message = (remedy ? `${text.replace(/\.$/, '')}: ${remedy}` : text).slice(0, 500);
  const options = { networkCode: reason };
  // A 5xx proves nothing about the post, with any body.
  if (status >= 500 || status === 408) return new OutcomeUnknown(message, options);
  if (reasons.gone.has(reason)) return new ChannelGone(message, options);
  if (reasons.untilTomorrow.has(reason)) {
    return new RateLimited(message, boundedReset(nextPacificDay(now), now), options);
  }
  if (status === 429 || BRIEF.has(reason)) return new RateLimited(message, retryAt(headers, now), options);
  if (status === 401) return new TokenExpired(message, options);
  // google.rpc.Code 6: "The entity that a client attempted to create already exists."
  if (error?.status === 'ALREADY_EXISTS') return new AlreadyThere(message, options);
  return new Rejected(message, options);
}

/** Google links to its pages within some messages. */
const withoutTags = (message: string): string => message.replaceAll(/<\/?[a-z][^<>]*>/gi, '');
