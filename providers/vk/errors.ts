/**
 * What VK's errors mean. The API answers HTTP 200 with `{"error": {"error_code", "error_msg"}}`
 * (dev.vk.com/reference/errors, and the "errors" of each method); `request_params` beside it repeat the
 * request, and are never shown.
 */
import { ChannelGone, OutcomeUnknown, RateLimited, Rejected, TokenExpired } from '../_kit/errors.ts';
import type { ProviderError } from '../_kit/errors.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import type { Sentence } from '../_kit/sentences/fill.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

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

/** What a person can do about a code. */
const REMEDIES: ReadonlyMap<number, Sentence> = new Map([
  [7, sentence('vk_no_right')],
  [15, sentence('vk_no_right')],
  [14, sentence('vk_captcha')],
  [3300, sentence('vk_captcha')],
  [17, sentence('vk_confirm_account')],
  [24, sentence('vk_confirm')],
  [214, sentence('vk_forbidden_there')],
  [219, sentence('vk_advertisement')],
  [222, sentence('vk_no_links')],
]);

/** 100 names the parameter that VK does not accept. */
const TOO_LONG = sentence('vk_maybe_too_long');
const aboutText = (code: number, text = ''): boolean => code === 100 && /\bmessage\b/i.test(text);

/** Maps the error of an answer. */
export function toError({ error_code: code = 1, error_msg: text }: VkError, now = new Date()): ProviderError {
  const remedy = aboutText(code, text) ? TOO_LONG : REMEDIES.get(code);
  const answer = `VK answered ${code}${text ? ` "${text.slice(0, 500)}"` : ''}`;
  const message = remedy ? sentence('vk_answered', { answer, remedy }) : answer;
  const options = { networkCode: String(code) };
  const waitMs = LIMITS.get(code);
  if (waitMs !== undefined) return new RateLimited(message, new Date(now.getTime() + waitMs), options);
  if (TOKEN.has(code)) return new TokenExpired(message, options);
  if (GONE.has(code)) return new ChannelGone(message, options);
  if (REFUSED.has(code)) return new Rejected(message, options);
  // VK itself failed (1, 10, 13, 22, 36), or returns something undocumented: anything may have happened.
  return new OutcomeUnknown(message, options);
}
