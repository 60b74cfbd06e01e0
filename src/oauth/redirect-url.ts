/** Redirect URLs: which ones an app may register, and how an answer is added to one. */

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
export function redirectUrlProblem(text: string): string | undefined {
  if (text.length > MAX_REDIRECT_URL) return `is longer than ${MAX_REDIRECT_URL} characters`;
  if (!/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) {
    return 'must be a full address that begins with https:// (or, on your own machine, with http://localhost)';
  }
  if (!/^[\x21-\x7e]+$/.test(text) || /[\\"<>^`{|}]/.test(text)) {
    return 'must be written in ASCII, without spaces: other characters percent-encoded, a domain name as Punycode (xn--…)';
  }
  const url = new URL(text);
  if (text.includes('#')) return 'must not have a fragment: remove # and what follows';
  if (url.username || url.password || /^https?:\/\/[^/?]*@/i.test(text)) {
    return 'must not hold a user name or password: remove them and the @';
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return 'must begin with https://; http:// is only for localhost, 127.0.0.1 and [::1]';
  }
  const taken = OURS.filter((name) => url.searchParams.has(name));
  return taken.length ? `must not have the parameter ${taken.join(', ')}, which the answer adds` : undefined;
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
