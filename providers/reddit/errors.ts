/**
 * What Reddit's errors mean. A call with `api_type=json` answers HTTP 200 with
 * `{"json": {"errors": [[CODE, message, field]]}}` (reddit.com/dev/api); rules of a subreddit, scopes, tokens
 * and request limits are statuses. "Recorded" = in the exchanges with Reddit that PRAW and prawcore carry as
 * test data (src/test/oracles/reddit/).
 */
import { boundedReset, classifyStatus, retryAt, type HttpFailure } from '../_kit/http.ts';
import {
  AlreadyThere,
  ChannelGone,
  RateLimited,
  Rejected,
  TokenExpired,
  type ProviderError,
} from '../_kit/errors.ts';
import { sentence } from '../_kit/sentences/catalogue.ts';

/** The errors of an answer with HTTP 200. `ratelimit`: seconds, beside the code RATELIMIT. */
export interface CodedErrors {
  readonly errors?: readonly (readonly [code: string, message?: string | null, field?: string | null])[];
  readonly ratelimit?: number;
}

/** "in 9 minutes", "for 14 minutes", "in 38 seconds", "in 1 hour". */
const WAIT = /(\d+)\s*(millisecond|second|minute|hour)/i;
const UNIT_MS: Readonly<Record<string, number>> = {
  millisecond: 1,
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
};
/** For a RATELIMIT in another language: its usual length (github.com/not-an-aardvark/snoowrap/issues/105). */
const USUAL_WAIT_MS = 10 * 60_000;
/** QUOTA_FILLED: "You've submitted too many links recently. Please try again in an hour." */
const QUOTA_WAIT_MS = 3_600_000;

/** What a person can do about a code. */
const REMEDIES: Readonly<Record<string, string>> = {
  SUBREDDIT_NOEXIST: 'the subreddit does not exist; check its name',
  SUBREDDIT_NOTALLOWED: 'the account may not post there',
  NO_SELFS: 'the subreddit does not accept text; choose another type',
  NO_LINKS: 'the subreddit does not accept links; choose another type',
  GALLERIES_DISABLED: 'the subreddit does not accept galleries; attach one picture',
  BAD_CAPTCHA: 'Reddit does not trust the account yet; confirm its email address on Reddit',
};

/** Maps `json.errors`. Nothing was posted: Reddit validates before it acts. */
export function mapCodes({ errors = [], ratelimit }: CodedErrors, now = new Date()): ProviderError {
  const [code = 'UNKNOWN', text] = errors[0] ?? [];
  const message = messageOf(
    code,
    errors
      .map(([, message]) => message)
      .filter(Boolean)
      .join('; ') || text,
  );
  const options = { networkCode: code };
  switch (code) {
    case 'RATELIMIT':
      return new RateLimited(message, waitUntil(text ?? '', ratelimit, now), options);
    case 'QUOTA_FILLED':
      return new RateLimited(message, new Date(now.getTime() + QUOTA_WAIT_MS), options);
    // Of a link; Reddit does not report whose submission it is.
    case 'ALREADY_SUB':
      return new AlreadyThere(message, options);
    // The token is no account's.
    case 'USER_REQUIRED':
      return new TokenExpired(message, options);
    default:
      return new Rejected(message, options);
  }
}

/**
 * The message rounds down ("9 minutes" after 9:40), so a unit is added; `ratelimit`, if it is there, is
 * exact.
 */
function waitUntil(text: string, seconds: number | undefined, now: Date): Date {
  if (typeof seconds === 'number' && seconds > 0) {
    return boundedReset(new Date(now.getTime() + Math.ceil(seconds) * 1000), now);
  }
  const [, amount, unit = ''] = WAIT.exec(text) ?? [];
  const ms = amount ? (Number(amount) + 1) * (UNIT_MS[unit.toLowerCase()] ?? 0) : USUAL_WAIT_MS;
  return boundedReset(new Date(now.getTime() + ms), now);
}

function messageOf(code: string, text: string | null | undefined): string {
  const remedy = REMEDIES[code];
  return `Reddit answered ${code}${text ? ` "${text}"` : ''}${remedy ? `: ${remedy}` : ''}`;
}

/**
 * Maps an answer that is not 2xx; null leaves it to `classifyStatus` (401 = an expired token, 5xx = unknown).
 *
 * 400 with `reason` (recorded): a rule of the subreddit that `validate_on_submit` checks; `explanation` names
 * it. 403 with `insufficient_scope` (recorded): no other post can succeed with this token either, so it is
 * `ChannelGone`; any other 403 is about one subreddit (private, banned). 429 (recorded as an HTML page with
 * Retry-After, and as JSON without): else `X-Ratelimit-Reset` has the seconds.
 */
export function mapFailure(failure: HttpFailure, now = new Date()): ProviderError | null {
  const { status, headers, message } = failure;
  const body = (typeof failure.body === 'object' ? failure.body : {}) as Record<string, unknown> | null;
  const reason = typeof body?.reason === 'string' ? body.reason : null;
  if (status === 429) return new RateLimited(message, limitEnd(headers, now), { networkCode: '429' });
  if (status === 403 && /insufficient_scope/.test(headers.get('www-authenticate') ?? '')) {
    return new ChannelGone(sentence('lacks_permission', { network: 'Reddit', words: message }), {
      networkCode: 'insufficient_scope',
    });
  }
  if (status >= 400 && status < 500 && ![401, 408].includes(status) && reason) {
    const explanation = typeof body?.explanation === 'string' ? body.explanation.trim() : message;
    return new Rejected(
      sentence('network_answered', { network: 'Reddit', answer: `${reason}: ${explanation}` }),
      { networkCode: reason },
    );
  }
  return null;
}

function limitEnd(headers: Headers, now: Date): Date {
  const seconds = Number(headers.get('x-ratelimit-reset') || Number.NaN);
  if (headers.has('retry-after') || Number.isNaN(seconds)) return retryAt(headers, now);
  return boundedReset(new Date(now.getTime() + seconds * 1000), now);
}

/**
 * Of the token endpoint: 400 for a refresh token that was revoked (recorded: `{"error": 400}`), and 200 with
 * `{"error": "invalid_grant"}` for a code (recorded); 401 means that the client ID or secret is wrong.
 */
export function mapTokenFailure(failure: HttpFailure, now = new Date()): ProviderError {
  const { status, message } = failure;
  if (status === 400) {
    return new ChannelGone(sentence('access_withdrawn', { network: 'Reddit', why: message }));
  }
  if (status === 401) {
    return new Rejected(
      sentence('app_refused', {
        why: message,
        id: 'REDDIT_CLIENT_ID',
        secret: 'REDDIT_CLIENT_SECRET',
        network: 'Reddit',
      }),
      { networkCode: 'invalid_client' },
    );
  }
  return mapFailure(failure, now) ?? classifyStatus(failure, now);
}
