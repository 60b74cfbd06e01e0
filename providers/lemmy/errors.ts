/**
 * What Lemmy's errors mean. A body is `{"error": "snake_case"}`, in 1.x with a `message` for some; the names
 * are those of `LemmyErrorType` (github.com/LemmyNet/lemmy, crates/utils/src/error.rs). The status reveals
 * little: 401 for `incorrect_login`, 404 for `not_found`, 400 for all others.
 */
import { boundedReset, retryAt, type HttpFailure } from '../_kit/http.ts';
import {
  ChannelGone,
  OutcomeUnknown,
  RateLimited,
  Rejected,
  TokenExpired,
  type ProviderError,
} from '../_kit/errors.ts';
import { sentence } from '../_kit/sentences/catalogue.ts';

/** The account can no longer write. */
const GONE: ReadonlySet<string> = new Set([
  'site_ban',
  'registration_application_is_pending',
  'registration_denied',
  'email_not_verified',
]);
/** The token is not, or no longer, that of a login. */
const LOGGED_OUT: ReadonlySet<string> = new Set(['not_logged_in', 'incorrect_login', 'instance_is_private']);
/**
 * May come after the row was written: a post is created first, and then gets its URL, its own vote and its
 * way to other instances (crates/api_crud/src/post/create.rs).
 */
const UNSURE: ReadonlySet<string> = new Set([
  'unknown',
  'federation_error',
  'plugin_error',
  'pictrs_response_error',
]);
const LIMITED: ReadonlySet<string> = new Set(['rate_limit_error', 'too_many_requests']);

/** What a person can do about a code, or what it means. */
const WORDS: Readonly<Record<string, string>> = {
  blocked_url: 'the instance does not allow this URL',
  couldnt_find_community: 'the instance does not know the community; choose it again',
  deleted: 'the community, the post or the account was deleted',
  instance_is_private: 'the instance shows itself only to those who are logged in',
  invalid_body_field: 'the text is too long for the instance',
  invalid_post_title: 'the title must have 3 to 200 characters on one line',
  image_upload_disabled: 'the instance does not accept pictures',
  language_not_allowed: "the community does not allow the language of the post, or the account's",
  locked: 'the post no longer accepts comments',
  max_comment_depth_reached: 'comments do not go deeper than 50',
  not_found: 'the instance does not know the community or the post; choose it again',
  nsfw_not_allowed: 'the instance does not allow posts that are not safe for work',
  only_mods_can_post_in_community: 'only its moderators may post in the community',
  person_is_banned_from_community: 'the account is banned from the community',
  site_ban: 'the instance has banned the account',
  slurs: 'the instance does not allow one of the words',
};

/** A firewall in front of the instance answers with a page of its own. */
const FIREWALL_WAIT_MS = 300_000;

/**
 * Maps every answer that is not 2xx. `waitMs`: how long to wait where a limit does not include its end, as in
 * 0.19.
 */
export function mapFailure(
  { status, headers, body, message }: HttpFailure,
  { now = new Date(), waitMs = 60_000 }: { now?: Date; waitMs?: number } = {},
): ProviderError {
  const code = codeOf(body);
  const text = textOf(body, code, message);
  const options = { networkCode: code ?? String(status) };
  if (status < 400) return elsewhere(headers.get('location'));
  if (status === 429 || (code && LIMITED.has(code))) {
    return new RateLimited(text, limitEnd(headers, now, waitMs), options);
  }
  if (code && LOGGED_OUT.has(code)) return new TokenExpired(text, options);
  if (code && GONE.has(code)) return new ChannelGone(text, options);
  if (status >= 500 || status === 408 || (code && mayHaveHappened(code))) {
    return new OutcomeUnknown(text, options);
  }
  if (status === 401) return new TokenExpired(text, options);
  if (status === 403 && !code) {
    return new RateLimited(
      sentence('firewall_blocked', { network: 'Lemmy' }),
      new Date(now.getTime() + FIREWALL_WAIT_MS),
      options,
    );
  }
  return new Rejected(text, options);
}

const mayHaveHappened = (code: string): boolean =>
  UNSURE.has(code) || (code.startsWith('couldnt_') && !code.startsWith('couldnt_find_'));

/** The code of a redirect to another URL, which is not followed: a password would go there too. */
export const ELSEWHERE = 'elsewhere';

const elsewhere = (location: string | null): Rejected =>
  new Rejected(sentence('redirects_to', { who: 'The instance', url: location ?? 'another URL' }), {
    networkCode: ELSEWHERE,
  });

function codeOf(body: unknown): string | null {
  const error = body && typeof body === 'object' ? (body as { error?: unknown }).error : null;
  return typeof error === 'string' && error ? error : null;
}

/** pictrs sends `msg`, and Lemmy adds `message` to some codes. */
function textOf(body: unknown, code: string | null, fallback: string): string {
  const said = (body && typeof body === 'object' ? body : {}) as { message?: unknown; msg?: unknown };
  const more = [said.message, said.msg].find((text) => typeof text === 'string' && text);
  if (!code) return more ? `Lemmy answered: ${String(more)}` : fallback;
  const explained = WORDS[code] ?? more;
  return `Lemmy answered ${code}${explained ? `: ${String(explained)}` : ''}`;
}

function limitEnd(headers: Headers, now: Date, waitMs: number): Date {
  if (headers.has('retry-after')) return retryAt(headers, now);
  const seconds = Number(headers.get('x-ratelimit-after') || Number.NaN);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : waitMs;
  return boundedReset(new Date(now.getTime() + ms), now);
}
