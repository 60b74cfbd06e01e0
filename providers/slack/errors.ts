/** What Slack's errors mean: the codes under "Errors" of each method at docs.slack.dev/reference/methods. */
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

/** A body with `ok: false`. `needed` comes with `missing_scope`; the messages name wrong arguments. */
export interface ErrorBody {
  readonly error?: string;
  readonly needed?: string;
  readonly response_metadata?: { readonly messages?: readonly string[] };
}

type Kind = 'token' | 'gone' | 'wait' | 'unknown' | 'unsent';

/**
 * Codes that do not concern just this post. All others are `Rejected`: Slack answers `ok: false` before it
 * does anything, except for two errors (`unknown` below) after which, as documented, parts may have
 * succeeded.
 */
const KINDS: Readonly<Record<string, Kind>> = {
  // A bot token without rotation never expires, so `invalid_auth` means a mistyped token, or an IP address
  // that the workspace does not allow. This provider has no `refresh`, so the person is asked to reconnect.
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
  // The account exists, but no other post can succeed with this token either; only reconnecting helps.
  missing_scope: 'gone',
  ratelimited: 'wait',
  rate_limited: 'wait',
  message_limit_exceeded: 'wait',
  team_added_to_org: 'wait',
  internal_error: 'unknown',
  fatal_error: 'unknown',
  // The documentation does not mention whether this comes before or after the work.
  service_unavailable: 'unknown',
  // About an earlier message with our id: it has to be verified before this counts as a failure.
  duplicate_message_not_found: 'unknown',
  duplicate_channel_not_found: 'unknown',
  // "The POST data was either missing or truncated": nothing was done.
  request_timeout: 'unsent',
};

/** What a person can do about an error. */
const REMEDIES: Readonly<Record<string, string>> = {
  not_in_channel: 'invite the app to the channel with /invite',
  channel_not_found: 'the channel does not exist, or it is private and the app is not in it',
  is_archived: 'the channel is archived',
  no_permission: 'the app must be a member of the conversation',
  invalid_auth: 'the token is unknown, or calls from this address are not allowed',
  token_revoked: 'the app was removed or its token revoked; reconnect the channel',
  account_inactive: 'the app or the workspace was deactivated; reconnect the channel',
  missing_scope: 'the app lacks a permission; add it, reinstall the app, and reconnect the channel',
  cannot_reply_to_message: 'the first message of this thread is gone, or does not accept replies',
  restricted_action: 'a setting of the workspace prevents the app from posting here',
  bad_client_secret: 'SLACK_SECRET is not the secret of the app that SLACK_ID names',
  invalid_client_id: 'SLACK_ID is not the id of an app',
  bad_redirect_uri: 'the redirect URL is not among those of the app, under OAuth & Permissions',
  invalid_code: 'the code is unknown or has expired; reconnect',
  code_already_used: 'the code has already been used; reconnect',
  file_uploads_disabled: 'the workspace does not accept files',
  file_upload_size_restricted: 'the workspace does not accept files of this size',
};

/** Maps an error that came with HTTP 200. Slack's code is in the message and in `networkCode`. */
export function mapCode(body: ErrorBody, headers: Headers, now = new Date()): ProviderError {
  const code = body.error ?? 'unknown_error';
  const message = messageOf(code, body);
  const options = { networkCode: code };
  switch (KINDS[code]) {
    case 'token':
      return new TokenExpired(message, options);
    case 'gone':
      return new ChannelGone(message, options);
    case 'wait':
      return new RateLimited(message, retryAt(headers, now), options);
    case 'unknown':
      return new OutcomeUnknown(message, options);
    case 'unsent':
      return new Unsent(message, options);
    default:
      return new Rejected(message, options);
  }
}

/**
 * Maps an answer that is not 2xx: 429 has `Retry-After` in seconds (docs.slack.dev/apis/web-api/rate-limits).
 * A 5xx is an unknown outcome, with any code.
 */
export function mapFailure(failure: HttpFailure, now = new Date()): ProviderError {
  const code = codeIn(failure.body);
  if (!code || failure.status === 429 || failure.status === 408 || failure.status >= 500) {
    return classifyStatus(failure, now);
  }
  return mapCode({ ...(failure.body as ErrorBody), error: code }, failure.headers, now);
}

function codeIn(body: unknown): string | null {
  const code = body && typeof body === 'object' ? (body as ErrorBody).error : null;
  return typeof code === 'string' ? code : null;
}

function messageOf(code: string, body: ErrorBody): string {
  const remedy = REMEDIES[code];
  const scope = body.needed ? ` (needed: ${body.needed})` : '';
  const details = body.response_metadata?.messages?.join('; ').slice(0, 300);
  return `Slack answered ${code}${scope}${remedy ? `: ${remedy}` : ''}${details ? `. ${details}` : ''}`;
}

/** Whether an error has one of these codes of Slack. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'networkCode' in error && codes.includes(String(error.networkCode));
}
