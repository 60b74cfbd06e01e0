/** Redirect URLs: which ones an app may register, and how an answer is added to one. */
import type { Sentence } from '../../providers/_kit/sentences/fill.ts';
import { sentence } from '../platform/sentences.ts';

/** Longest redirect URL, in characters. */
export const MAX_REDIRECT_URL = 2000;

/**
 * For an app that came with a URL that it could not have registered, until a person changes it: nothing ever
 * answers there (RFC 2606, section 2).
 */
export const UNUSABLE_REDIRECT_URL = 'https://redirect-url.invalid/';

/** Parameters of the answer; an app with one of them in its own query could not distinguish the two. */
const OURS = ['code', 'state', 'error', 'error_description', 'iss'];

/**
 * The problem of a redirect URL, with the fix; undefined = it can be registered. https anywhere, http only to
 * the machine the browser runs on (RFC 8252, section 7.3). Anything that a URL parser would silently repair
 * is rejected: the registered text is compared byte by byte.
 */
export function redirectUrlProblem(text: string): Sentence | undefined {
  if (text.length > MAX_REDIRECT_URL) return sentence('longer_than', { max: MAX_REDIRECT_URL });
  if (!/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) {
    return sentence('redirect_not_a_url');
  }
  if (!/^[\x21-\x7e]+$/.test(text) || /[\\"<>^`{|}]/.test(text)) {
    return sentence('redirect_not_ascii');
  }
  const url = new URL(text);
  if (text.includes('#')) return sentence('redirect_with_fragment');
  if (url.username || url.password || /^https?:\/\/[^/?]*@/i.test(text)) {
    return sentence('redirect_with_password');
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return sentence('redirect_not_https');
  }
  const taken = OURS.filter((name) => url.searchParams.has(name));
  return taken.length ? sentence('redirect_with_parameter', { names: taken.join(', ') }) : undefined;
}

/** `hostname` as the URL parser writes it: IPv4 in four decimal parts, IPv6 in brackets. */
function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/**
 * The redirect URL with the answer's parameters appended to its own, which are kept byte for byte (RFC 6749,
 * section 3.1.2); undefined ones are omitted. Form-encoded, so that any `state` arrives unchanged (appendix
 * B).
 */
export function withParameters(
  redirectUrl: string,
  parameters: Readonly<Record<string, string | undefined>>,
): string {
  const added = new URLSearchParams(
    Object.entries(parameters).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, value]],
    ),
  );
  const joint = !redirectUrl.includes('?') ? '?' : /[?&]$/.test(redirectUrl) ? '' : '&';
  return `${redirectUrl}${joint}${added}`;
}
