/**
 * What TikTok's errors mean: `{"error": {"code", "message", "log_id"}}` (developers.tiktok.com: API v2 error
 * handling; Content Posting API: direct post, photo post, "Error codes").
 */
import { classifyStatus, type HttpFailure } from '../_kit/http.ts';
import { ChannelGone, RateLimited, Rejected, TokenExpired, type ProviderError } from '../_kit/errors.ts';
import { sentence } from '../_kit/sentences/catalogue.ts';

export interface TikTokError {
  readonly code?: string;
  readonly message?: string;
}

/** The person granted less than the call needs, or may no longer post. */
const GONE: ReadonlySet<string> = new Set([
  'scope_not_authorized',
  'scope_permission_missed',
  'spam_risk_user_banned_from_posting',
]);

/**
 * Limits of a day, of the account or of the app; TikTok does not report when they end. Asking costs nothing,
 * so the post is published within an hour of their end.
 */
const DAILY: ReadonlySet<string> = new Set([
  'spam_risk_too_many_posts',
  'spam_risk_too_many_pending_share',
  'reached_active_user_cap',
]);
const DAILY_WAIT_MS = 3_600_000;
/** Other limits are of a minute. */
const MINUTE_MS = 60_000;

/** What a person can do, where TikTok's message does not explain it. */
const REMEDIES: Readonly<Record<string, string>> = {
  privacy_level_option_mismatch: 'the account may not choose who sees the post in this way',
  unaudited_client_can_only_post_to_private_accounts:
    'TikTok has not audited the app: until then it posts to private accounts only, for nobody else to see',
  url_ownership_unverified:
    'the operator verifies the URL of this instance for the app at developers.tiktok.com',
  spam_risk_user_banned_from_posting: 'TikTok lets the account publish nothing at present',
  spam_risk_too_many_posts: "the account's posts of this day are used up",
  spam_risk_too_many_pending_share: 'five drafts wait in the inbox of the account; finish one in the app',
  reached_active_user_cap:
    'the app may publish for no more accounts today; TikTok raises this with its audit',
};

/** Maps an answer with an error. A server error proves nothing about the post, with any code. */
export function toError(failure: HttpFailure, now: Date): ProviderError {
  const { status, body } = failure;
  const error = (body as { error?: TikTokError } | null)?.error ?? {};
  const code = error.code && error.code !== 'ok' ? error.code : String(status);
  const remedy = REMEDIES[code];
  const message = `${error.message || failure.message}${remedy ? `: ${remedy}` : ''}`.slice(0, 500);
  const options = { networkCode: code };
  if (status >= 500 || /^internal(_error)?$/.test(code)) {
    return classifyStatus({ ...failure, status: Math.max(status, 500), message }, now);
  }
  if (GONE.has(code)) return new ChannelGone(sentence('reconnect_the_channel', { words: message }), options);
  if (DAILY.has(code)) return new RateLimited(message, new Date(now.getTime() + DAILY_WAIT_MS), options);
  if (status === 429 || code === 'rate_limit_exceeded') {
    return new RateLimited(message, new Date(now.getTime() + MINUTE_MS), options);
  }
  if (status === 401) return new TokenExpired(message, options);
  return new Rejected(message, options);
}

/** `fail_reason` of a post that TikTok took and could not publish (Get Post Status). */
const FAILURES: Readonly<Record<string, string>> = {
  file_format_check_failed: 'it does not take this type of file',
  duration_check_failed: 'the video is too long or too short for this account',
  frame_rate_check_failed: 'the frame rate of the video is not 23 to 60 frames a second',
  picture_size_check_failed: 'it does not take pictures of this size',
  video_pull_failed: 'it could not fetch the video from this instance',
  photo_pull_failed: 'it could not fetch the photos from this instance',
  auth_removed: 'access was withdrawn while it was being published',
  publish_cancelled: 'it was cancelled on TikTok',
  spam_risk_too_many_posts: "the account's posts of this day are used up",
  spam_risk_user_banned_from_posting: 'TikTok lets the account publish nothing at present',
  spam_risk_text: 'TikTok takes its text for spam',
  spam_risk: 'TikTok takes it for spam',
};

/** Why TikTok did not publish a post, as text for people. */
export const whyFailed = (reason: string | undefined): { reason: string; networkCode: string } => ({
  reason: `TikTok did not publish the post: ${FAILURES[reason ?? ''] ?? reason ?? 'it does not say why'}`,
  networkCode: reason ?? 'FAILED',
});
