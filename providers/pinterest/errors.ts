/**
 * What Pinterest's errors mean: a status, and `{"code": 29, "message": "…"}` with a code of Pinterest's own
 * (developers.pinterest.com/docs/api/v5, "Error"). There is no public list of the codes; those used here are
 * from Pinterest's own example repository (github.com/pinterest/api-quickstart/issues/97) and from users.
 */
import { boundedReset, classifyStatus, retryAt, type HttpFailure } from '../_kit/http.ts';
import { ChannelGone, RateLimited, Rejected, Unsent, type ProviderError } from '../_kit/errors.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

/** The token lacks a scope: no other call can succeed with it either. */
const MISSING_SCOPE = 3;
/** An app with trial access wanted to publish for everybody. */
const TRIAL_ACCESS = 29;

/** The code of Pinterest's own, if the answer has one. */
export function codeOf({ body }: Pick<HttpFailure, 'body'>): number | null {
  const code = body && typeof body === 'object' ? (body as Record<string, unknown>).code : null;
  return typeof code === 'number' ? code : null;
}

/**
 * Maps an answer that is not 2xx; null leaves it to `classifyStatus` (401 = an expired token, 5xx = unknown).
 *
 * A picture that Pinterest could not download is worth another try: the URL is this instance's own.
 */
export function mapFailure(failure: HttpFailure, now = new Date()): ProviderError | null {
  const { status, message } = failure;
  const code = codeOf(failure);
  const options = { networkCode: String(code ?? status) };
  if (status === 429) return new RateLimited(limitText(failure), limitEnd(failure.headers, now), options);
  if (status === 401 && code === MISSING_SCOPE) {
    return new ChannelGone(sentence('lacks_permission', { network: 'Pinterest', words: message }), options);
  }
  if (status === 403 && code === TRIAL_ACCESS) {
    return new Rejected(sentence('pinterest_trial_access', { why: message }), options);
  }
  if (status === 400 && /unable to reach the url/i.test(message)) {
    return new Unsent(sentence('pinterest_not_fetched', { why: message }), options);
  }
  return status >= 400 && status < 500 && ![401, 408].includes(status)
    ? new Rejected(message, options)
    : null;
}

/** Refusals of the token endpoint; `Rejected` has the code `invalid_client` if the app is the problem. */
export function mapTokenFailure(failure: HttpFailure, now = new Date()): ProviderError {
  const body = parse(failure.body);
  const text = [body.message, body.error_description, body.error].find(
    (word) => typeof word === 'string' && word,
  );
  const message = `Pinterest: ${String(text ?? failure.message)} (HTTP ${failure.status})`;
  if (failure.status === 401) return new Rejected(message, { networkCode: 'invalid_client' });
  if (failure.status === 400 || failure.status === 403) {
    return new Rejected(message, { networkCode: 'invalid_grant' });
  }
  return classifyStatus({ ...failure, message }, now);
}

function parse(body: unknown): Record<string, unknown> {
  if (typeof body !== 'string') return (body ?? {}) as Record<string, unknown>;
  try {
    return (JSON.parse(body) ?? {}) as Record<string, unknown>;
  } catch {
    return {}; // not JSON; the status is enough
  }
}

/**
 * The header names the windows: `60, 100;w=1;name="safety_net_app_id_user_id",
 * 60;w=60;name="org_write_app_id_user_id"` (measured by others; the page on rate limits documents which
 * category a call belongs to: developers.pinterest.com/docs/reference/rate-limits).
 */
function limitText({ headers, message }: HttpFailure): string {
  const names = [...(headers.get('x-ratelimit-limit') ?? '').matchAll(/name="?(\w+?)_app_id/g)];
  const category = names.map(([, name]) => name).find((name) => name !== 'safety_net');
  return category ? `${message}: the limit of ${category} requests is used up` : message;
}

/** `x-ratelimit-reset` has the seconds that remain, of a day for an app with trial access. */
function limitEnd(headers: Headers, now: Date): Date {
  const seconds = Number.parseInt(headers.get('x-ratelimit-reset') ?? '', 10);
  if (headers.has('retry-after') || Number.isNaN(seconds)) return retryAt(headers, now);
  return boundedReset(new Date(now.getTime() + seconds * 1000), now);
}
