/**
 * What X's errors mean: statuses and problems of docs.x.com/x-api/fundamentals/response-codes-and-errors,
 * limits of docs.x.com/x-api/fundamentals/rate-limits. Bodies are problems (RFC 9457); older parts of X
 * answer `{"errors": [{"code", "message"}]}`.
 */
import { boundedReset, retryAt, type HttpFailure } from '../_kit/http.ts';
import {
  AlreadyThere,
  ChannelGone,
  RateLimited,
  Rejected,
  TokenExpired,
  type ProviderError,
} from '../_kit/errors.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

/** One problem, in either form. */
export interface Problem {
  readonly type?: string;
  readonly title?: string;
  readonly detail?: string;
  readonly reason?: string;
  readonly status?: number;
  readonly message?: string;
  readonly code?: number;
  readonly errors?: readonly { readonly message?: string; readonly code?: number }[];
}

/** X's messages for an account that cannot post until a person acts on X. */
const GONE = /\b(?:suspended|deactivated|temporarily locked|locked)\b/i;
/** Codes of the older API for the same: 64 suspended, 326 locked. */
const GONE_CODES: ReadonlySet<number> = new Set([64, 326]);
/** Codes of the older API for tokens: 32 could not authenticate, 89 invalid or expired. */
const TOKEN_CODES: ReadonlySet<number> = new Set([32, 89]);

/** What a person can do about a problem, by the last part of its type. */
const REMEDIES: Readonly<Record<string, string>> = {
  'client-forbidden': 'the app at X is not in a project that may post: open it in the console of X',
  'usage-capped': 'the app has used up what its plan at X allows this month',
  credits: 'the app has no credits left at X: the operator buys some in the console of X',
  duplicate: 'X has a post of this account with the same text; change the text',
  'video-too-long': 'shorten the video; X allows accounts with Premium longer ones',
};

/** Maps an answer that is not 2xx; null leaves it to `classifyStatus`. */
export function mapFailure(failure: HttpFailure, now = new Date()): ProviderError | null {
  const { status, headers, body } = failure;
  // A 5xx proves nothing about the post, with any body.
  if (status >= 500 || status === 408) return null;
  const problem = body && typeof body === 'object' ? (body as Problem) : { detail: failure.message };
  return mapProblem(problem, { status, headers }, now);
}

/** Maps a problem, which X also sends with the status 200 (the status is then in the problem, or unknown). */
export function mapProblem(
  problem: Problem,
  { status: answered, headers }: Pick<HttpFailure, 'status' | 'headers'>,
  now = new Date(),
): ProviderError {
  const status = answered === 200 ? (problem.status ?? 400) : answered;
  const kind = kindOf(problem, status);
  const remedy = REMEDIES[kind];
  const reason = messageOf(problem) || `HTTP ${status}`;
  const message = `${reason}${remedy ? joined(reason, remedy) : ''}`.slice(0, 500);
  const options = { networkCode: kind };
  const codes = (problem.errors ?? [problem]).flatMap(({ code }) => (code === undefined ? [] : [code]));
  if (codes.some((code) => GONE_CODES.has(code)) || (status === 403 && GONE.test(messageOf(problem)))) {
    return new ChannelGone(message, options);
  }
  if (status === 401 || codes.some((code) => TOKEN_CODES.has(code))) {
    return new TokenExpired(message, options);
  }
  // The token is of another kind, or lacks a permission: no post can succeed with it. Connecting again helps.
  if (kind === 'unsupported-authentication' || kind === 'oauth2-permissions') {
    return new ChannelGone(sentence('reconnect_the_channel', { words: message }), options);
  }
  if (status === 429 && kind !== 'usage-capped') return limited(message, headers, now);
  // X does not report which post it has.
  if (kind === 'duplicate' || kind === 'published') return new AlreadyThere(message, options);
  return new Rejected(message, options);
}

/** The remedy as text: after a sentence as one of its own, after a name behind a colon. */
const joined = (message: string, remedy: string): string =>
  message.endsWith('.') ? ` ${remedy.charAt(0).toUpperCase()}${remedy.slice(1)}` : `: ${remedy}`;

/** The end of the problem's type; of one without a type of its own, a name for its meaning, or the status. */
function kindOf(problem: Problem, status: number): string {
  if (/duplicate content/i.test(messageOf(problem))) return 'duplicate';
  if (/not allowed to post a video longer than/i.test(messageOf(problem))) return 'video-too-long';
  if (/article is already published/i.test(messageOf(problem))) return 'published';
  const type = problem.type && problem.type !== 'about:blank' ? problem.type.split('/').at(-1) : undefined;
  return type || String(status);
}

/** The most precise sentence of a problem. */
function messageOf({ title, detail, message, errors }: Problem): string {
  const first = errors?.[0]?.message;
  const reason = detail && first && !detail.includes(first) ? `${detail} ${first}` : (detail ?? first);
  return reason || message || title || '';
}

/**
 * When the limit that was hit begins again. X has three and names those that apply: of the app and of the
 * person for 24 hours, and one of the IP address for 15 minutes. Resets are Unix seconds.
 */
function limited(message: string, headers: Headers, now: Date): RateLimited {
  for (const window of ['user-limit-24hour', 'app-limit-24hour', 'rate-limit'] as const) {
    const reset = Number(headers.get(`x-${window}-reset`));
    if (headers.get(`x-${window}-remaining`) !== '0' || !reset) continue;
    const limit = headers.get(`x-${window}-limit`);
    const reason =
      window === 'rate-limit' || !limit ? message : sentence('x_all_posts_used', { why: message, limit });
    return new RateLimited(reason, boundedReset(new Date(reset * 1000), now), { networkCode: window });
  }
  return new RateLimited(message, retryAt(headers, now), { networkCode: '429' });
}
