/**
 * What VK's errors mean. The API answers HTTP 200 with `{"error": {"error_code", "error_msg"}}`
 * (dev.vk.com/reference/errors, and the "errors" of each method); `request_params` beside it repeat the
 * request, and are never shown.
 */
import { ChannelGone, OutcomeUnknown, RateLimited, Rejected, TokenExpired } from '../_kit/errors.ts';
import type { ProviderError } from '../_kit/errors.ts';

export interface VkError {
  readonly error_code?: number;
  readonly error_msg?: string;
}

const TOKEN: ReadonlySet<number> = new Set([5, 25, 27, 28, 1117, 3609]);
/** Deleted, banned, or VK wants to see the person first. */
const GONE: ReadonlySet<number> = new Set([17, 18, 37, 3301, 3302, 3303, 3304, 3610]);
/** Nothing was done: a permission, a parameter, a rule of the wall. */
const REFUSED: ReadonlySet<number> = new Set([
  2, 3, 4, 7, 8, 11, 12, 14, 15, 16, 19, 20, 21, 23, 24, 30, 33, 34, 100, 101, 104, 113, 114, 118, 121, 125,
  129, 150, 200, 203, 204, 210, 211, 212, 213, 214, 219, 220, 222, 223, 224, 225, 3300,
]);
/** How long to wait, in milliseconds: 6 is about a second, 9 about what was posted, 29 about the day. */
const LIMITS: ReadonlyMap<number, number> = new Map([
  [6, 2000],
  [9, 10 * 60_000],
  [29, 3_600_000],
  [32, 10 * 60_000],
]);

const NO_RIGHT =
  'VK gives the right to post to few apps, on request (devsupport@corp.vk.com), and only where the account may ' +
  'post itself';

/** What a person can do about a code. */
const REMEDIES: ReadonlyMap<number, string> = new Map([
  [7, NO_RIGHT],
  [15, NO_RIGHT],
  [14, 'VK asks for a captcha, which only a person can solve; post once by hand, or try again later'],
  [3300, 'VK asks for a captcha, which only a person can solve; post once by hand, or try again later'],
  [17, 'VK wants the person to confirm the account at vk.com; then reconnect the channel'],
  [24, 'VK wants a person to confirm this'],
  [214, 'posting is forbidden there, or the number of posts of a day is used up'],
  [219, 'an advertisement was published there a short time ago'],
  [222, 'links are forbidden there'],
]);

/** 100 names the parameter that VK does not accept. */
const TOO_LONG =
  'if the text is long, shorten it or put the rest into a further part, which becomes a comment; VK documents no length';
const aboutText = (code: number, text = ''): boolean => code === 100 && /\bmessage\b/i.test(text);

/** Maps the error of an answer. */
export function toError({ error_code: code = 1, error_msg: text }: VkError, now = new Date()): ProviderError {
  const remedy = aboutText(code, text) ? TOO_LONG : REMEDIES.get(code);
  const message = `VK answered ${code}${text ? ` "${text.slice(0, 500)}"` : ''}${remedy ? `: ${remedy}` : ''}`;
  const options = { networkCode: String(code) };
  const waitMs = LIMITS.get(code);
  if (waitMs !== undefined) return new RateLimited(message, new Date(now.getTime() + waitMs), options);
  if (TOKEN.has(code)) return new TokenExpired(message, options);
  if (GONE.has(code)) return new ChannelGone(message, options);
  if (REFUSED.has(code)) return new Rejected(message, options);
  // VK itself failed (1, 10, 13, 22, 36), or returns something undocumented: anything may have happened.
  return new OutcomeUnknown(message, options);
}
