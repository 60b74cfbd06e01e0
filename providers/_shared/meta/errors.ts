/**
 * What the errors of the Graph API mean (developers.facebook.com: Graph API, Handle errors; Instagram
 * Platform, Error codes; Threads, Troubleshooting). An error is `{error: {message, type, code}}`, with
 * `error_subcode` and `is_transient` where they apply.
 */
import {
  AlreadyThere,
  ChannelGone,
  OutcomeUnknown,
  type ProviderError,
  RateLimited,
  Rejected,
  TokenExpired,
} from '../../_kit/errors.ts';
import { retryAt, type HttpFailure } from '../../_kit/http.ts';
import { sentence } from '../../_kit/sentences/catalogue.ts';

interface GraphError {
  readonly message?: string;
  readonly error_user_msg?: string;
  readonly code?: number;
  readonly error_subcode?: number;
  readonly is_transient?: boolean;
}

/**
 * "Application/user/page request limit reached", the limit of one kind of call, and of one kind of account.
 */
const LIMITS: ReadonlySet<number> = new Set([4, 17, 32, 341, 613, 80_001, 80_002]);
/** 9/2207042: as many posts as Instagram takes in 24 hours. */
const POSTS_USED_UP = 2_207_042;
/** "The publishing action is suspected to be spam": a person has to look, whichever code carries it. */
const SPAM: ReadonlySet<number> = new Set([2_207_051, 1_390_008, 1_404_112]);
/**
 * "Duplicate Post" (506) and "Photos were already posted" (1366051), of Pages; of a container that was
 * published, and of a text for which an account is blocked for a time (368), only the message shows it.
 */
const DUPLICATE_CODE = 506;
const PHOTOS_USED = 1_366_051;
const ALREADY = /\balready (been )?(posted|published)\b|\b(posted|published) already\b/i;
/** Windows of 24 hours move, and no answer says when the oldest post leaves them. */
const LIMIT_WAIT_MS = 15 * 60_000;
/** "API unknown" and "API service": temporary. */
const TEMPORARY: ReadonlySet<number> = new Set([1, 2]);
/** "Access token has expired", and "API session". */
const TOKEN: ReadonlySet<number> = new Set([190, 102]);
/**
 * "Not enough viewers for the media to show insights" has the code of a missing permission (Instagram Media
 * Insights, "Story media metrics"), and says nothing of the channel.
 */
export const TOO_FEW_VIEWERS = '10';
const FEW_VIEWERS = /\bnot enough viewers\b/i;

/**
 * Maps an answer that is not 2xx; null leaves it to `classifyStatus` (408 and 5xx = unknown). `name`: the
 * network's, for people.
 */
export function mapGraphFailure(name: string, failure: HttpFailure, now = new Date()): ProviderError | null {
  const { status } = failure;
  const error = (failure.body as { error?: GraphError } | null)?.error ?? {};
  const { code = 0, error_subcode: subcode = 0 } = error;
  const message = error.error_user_msg ?? failure.message;
  const options = { networkCode: [code || status, ...(subcode ? [subcode] : [])].join('/') };
  // For a 5xx, the message does not count.
  if (status < 500 && (code === DUPLICATE_CODE || subcode === PHOTOS_USED || ALREADY.test(message))) {
    return new AlreadyThere(message, options);
  }
  if (SPAM.has(subcode)) return new Rejected(message, options);
  if (TOKEN.has(code) || status === 401) return new TokenExpired(message, options);
  if (status === 429 || LIMITS.has(code) || subcode === POSTS_USED_UP) {
    return new RateLimited(message, freeAgainAt(failure, now), options);
  }
  if (code === 10 && FEW_VIEWERS.test(message)) return new Rejected(message, options);
  // 10 and 200 to 299: "Permission is either not granted or has been removed".
  if (code === 10 || (code >= 200 && code <= 299)) {
    return new ChannelGone(sentence('lacks_permission', { network: name, words: message }), options);
  }
  if (status < 500 && (TEMPORARY.has(code) || error.is_transient)) {
    return new OutcomeUnknown(message, options);
  }
  return status >= 400 && status < 500 && status !== 408 ? new Rejected(message, options) : null;
}

/** A token or a code that is no longer accepted: only a person can give another. */
export function mapGrantFailure(name: string, failure: HttpFailure, now = new Date()): ProviderError | null {
  const error = mapGraphFailure(name, failure, now);
  return error instanceof TokenExpired || error instanceof Rejected
    ? new ChannelGone(error.message, { networkCode: error.networkCode, cause: error })
    : error;
}

function freeAgainAt({ headers }: HttpFailure, now: Date): Date {
  const minutes = minutesToWait(headers.get('x-business-use-case-usage'));
  if (minutes) return new Date(now.getTime() + minutes * 60_000);
  return headers.has('retry-after') ? retryAt(headers, now) : new Date(now.getTime() + LIMIT_WAIT_MS);
}

/** The header is `{"<id>": [{"type", "call_count", "estimated_time_to_regain_access"}]}`. */
function minutesToWait(header: string | null): number {
  let usage: unknown;
  try {
    usage = JSON.parse(header ?? '{}');
  } catch {
    return 0; // A header that is no JSON is ignored; the usual time is waited.
  }
  const entries = Object.values(usage ?? {}).flat() as { estimated_time_to_regain_access?: unknown }[];
  return Math.max(0, ...entries.map((entry) => Number(entry?.estimated_time_to_regain_access) || 0));
}
