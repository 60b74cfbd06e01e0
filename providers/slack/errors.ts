/**
 * What Slack's refusals mean. The words and their meanings: the "Errors" of each method at
 * docs.slack.dev/reference/methods.
 */
import { classifyStatus, retryAt, type HttpFailure } from '../_kit/http.ts';
import {
  ChannelGone,
  OutcomeUnknown,
  RateLimited,
  Rejected,
  TokenExpired,
  Unsent,
  type ProviderError,
} from '../_kit/errors.ts';

/**
 * A body with `ok: false`. `needed` and `provided` come with `missing_scope`; the messages say where an
 * argument is wrong.
 */
export interface Refusal {
  readonly error?: string;
  readonly needed?: string;
  readonly provided?: string;
  readonly response_metadata?: { readonly messages?: readonly string[] };
}

type Kind = 'token' | 'gone' | 'wait' | 'unknown' | 'unsent';

/**
 * Words that are not a refusal of this one post. Every other word is one (`Rejected`): Slack answers `ok:
 * false` before it does anything, but for the two errors of which it says that some of the operation may have
 * succeeded.
 */
const KINDS: Readonly<Record<string, Kind>> = {
  // A bot token without rotation never expires, so `invalid_auth` is one that was mistyped, or a request from
  // an address that the workspace does not allow. This provider has no `refresh`: the person is asked to
  // connect again.
  invalid_auth: 'token',
  not_authed: 'token',
  token_expired: 'token',
  token_revoked: 'gone',
  account_inactive: 'gone',
  org_login_required: 'gone',
  team_access_not_granted: 'gone',
  two_factor_setup_required: 'gone',
  not_allowed_token_type: 'gone',
  app_access_restricted: 'gone',
  // The account lives, but no other post can succeed with this token either, and connecting again is the one
  // remedy.
  missing_scope: 'gone',
  ratelimited: 'wait',
  rate_limited: 'wait',
  message_limit_exceeded: 'wait',
  team_added_to_org: 'wait',
  internal_error: 'unknown',
  fatal_error: 'unknown',
  // Said before or after the work? The documents do not tell.
  service_unavailable: 'unknown',
  // They speak of an earlier message with our id: look before anyone calls this a failure.
  duplicate_message_not_found: 'unknown',
  duplicate_channel_not_found: 'unknown',
  // "The POST data was either missing or truncated": nothing was done.
  request_timeout: 'unsent',
};

/** What a person can do about a word. */
const REMEDIES: Readonly<Record<string, string>> = {
  not_in_channel: 'invite the app to the channel with /invite',
  channel_not_found: 'the channel does not exist, or it is private and the app is not in it',
  is_archived: 'the channel is archived',
  no_permission: 'the app must be a member of the conversation',
  invalid_auth: 'the token is not known, or calls from this address are not allowed',
  token_revoked: 'the app was removed or its token withdrawn; connect the channel again',
  account_inactive: 'the app or the workspace was deactivated; connect the channel again',
  missing_scope: 'the app lacks a permission; add it, reinstall the app, and connect the channel again',
  cannot_reply_to_message: 'the message of this thread is gone, or takes no replies',
  restricted_action: 'a setting of the workspace does not let the app post here',
  bad_client_secret: 'SLACK_SECRET is not the secret of the app that SLACK_ID names',
  invalid_client_id: 'SLACK_ID is not the id of an app',
  bad_redirect_uri: 'the redirect URL is not among those of the app, under OAuth & Permissions',
  invalid_code: 'the code is not known or has expired; connect again',
  code_already_used: 'the code was used before; connect again',
  file_uploads_disabled: 'the workspace takes no files',
  file_upload_size_restricted: 'the workspace takes no files of this size',
};

/**
 * The typed error of a refusal that came with HTTP 200. The network's word stands in the message and in
 * `networkCode`.
 */
export function mapRefusal(refusal: Refusal, headers: Headers, now = new Date()): ProviderError {
  const word = refusal.error ?? 'unknown_error';
  const words = wordsOf(word, refusal);
  const options = { networkCode: word };
  switch (KINDS[word]) {
    case 'token':
      return new TokenExpired(words, options);
    case 'gone':
      return new ChannelGone(words, options);
    case 'wait':
      return new RateLimited(words, retryAt(headers, now), options);
    case 'unknown':
      return new OutcomeUnknown(words, options);
    case 'unsent':
      return new Unsent(words, options);
    default:
      return new Rejected(words, options);
  }
}

/**
 * An answer that is not 2xx: 429 with `Retry-After` in seconds (docs.slack.dev/apis/web-api/rate-limits),
 * else by its status. A 5xx may come with a word; it stays unknown whatever the word says.
 */
export function mapFailure(failure: HttpFailure, now = new Date()): ProviderError {
  const word = wordIn(failure.body);
  if (!word || failure.status === 429 || failure.status === 408 || failure.status >= 500) {
    return classifyStatus(failure, now);
  }
  return mapRefusal({ ...(failure.body as Refusal), error: word }, failure.headers, now);
}

function wordIn(body: unknown): string | null {
  const word = body && typeof body === 'object' ? (body as Refusal).error : null;
  return typeof word === 'string' ? word : null;
}

function wordsOf(word: string, refusal: Refusal): string {
  const remedy = REMEDIES[word];
  const scope = refusal.needed ? ` (needed: ${refusal.needed})` : '';
  const details = refusal.response_metadata?.messages?.join('; ').slice(0, 300);
  return `Slack answered ${word}${scope}${remedy ? `: ${remedy}` : ''}${details ? `. ${details}` : ''}`;
}

/** Whether an error is one of these words of Slack. */
export function isWord(error: unknown, ...words: readonly string[]): boolean {
  return error instanceof Error && 'networkCode' in error && words.includes(String(error.networkCode));
}
