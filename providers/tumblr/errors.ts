/**
 * What Tumblr's errors mean: `{"meta": {"status", "msg"}, "errors": [{"title", "code", "detail"}]}`
 * (github.com/tumblr/docs, api.md, "Errors and Error Subcodes" of creating a post, and "Rate Limits").
 */
import { boundedReset, classifyStatus, retryAt, type HttpFailure } from '../_kit/http.ts';
import { RateLimited, Rejected, TokenExpired, type ProviderError } from '../_kit/errors.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

/**
 * No more media (8004), videos (8011), queued posts (8022) or posts (8023) today. The limits of the day are
 * asked for before each post, so this is soon enough to ask again.
 */
const USED_UP: ReadonlySet<number | null> = new Set([8004, 8011, 8022, 8023]);
const USED_UP_MS = 15 * 60_000;

/** "There is a video upload still transcoding, so you can't upload another video yet." */
const TRANSCODING = 8010;
const TRANSCODING_MS = 60_000;

/**
 * Maps an answer that is not 2xx; null leaves it to `classifyStatus` (5xx = unknown, also 8006 and 8009, "an
 * unknown upload error").
 */
export function mapFailure(failure: HttpFailure, now = new Date()): ProviderError | null {
  const { status, headers } = failure;
  const { code, message } = readBody(failure);
  const options = { networkCode: String(code ?? status) };
  if (status === 429) return new RateLimited(message, limitEnd(headers, now), options);
  if (status === 401) return new TokenExpired(message, options);
  if (status === 403 && USED_UP.has(code)) {
    return new RateLimited(message, new Date(now.getTime() + USED_UP_MS), options);
  }
  if (status === 403 && code === TRANSCODING) {
    const at = new Date(now.getTime() + TRANSCODING_MS);
    return new RateLimited(sentence('tumblr_another_video', { why: message }), at, {
      ...options,
      scope: 'post',
    });
  }
  return status >= 400 && status < 500 && status !== 408 ? new Rejected(message, options) : null;
}

/**
 * Refusals of the token endpoint, in the form of RFC 6749 or of the rest of the API; `Rejected` has the code
 * `invalid_client` if the application is the problem.
 */
export function mapTokenFailure(failure: HttpFailure, now = new Date()): ProviderError {
  const body = parse(failure.body);
  const { message: text } = readBody({ ...failure, body });
  const reason = body.error_description || body.error;
  const message = `Tumblr: ${reason ? `${String(reason)} (HTTP ${failure.status})` : text}`;
  if (body.error === 'invalid_client' || body.error === 'unauthorized_client') {
    return new Rejected(message, { networkCode: 'invalid_client' });
  }
  if ([400, 401, 403].includes(failure.status)) {
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

function readBody({ body, status, message }: HttpFailure): { code: number | null; message: string } {
  const { errors } = (body && typeof body === 'object' ? body : {}) as { errors?: unknown };
  const failures = (Array.isArray(errors) ? errors : []).map((one) => (one ?? {}) as Record<string, unknown>);
  const code = failures.map((error) => error.code).find((value) => typeof value === 'number' && value > 0);
  const texts = failures
    .map(({ detail, title }) => detail || title)
    .filter((text) => typeof text === 'string');
  return {
    code: (code as number | undefined) ?? null,
    message: texts.length ? `${texts.join(' ')} (HTTP ${status})` : message,
  };
}

/**
 * Each window has headers of its own, as users of the API report them: what is left, and seconds until more.
 */
function limitEnd(headers: Headers, now: Date): Date {
  if (headers.has('retry-after')) return retryAt(headers, now);
  const waits = ['perhour', 'perday'].flatMap((window) => {
    const isOver = headers.get(`x-ratelimit-${window}-remaining`) === '0';
    const seconds = Number(headers.get(`x-ratelimit-${window}-reset`) ?? Number.NaN);
    return isOver && Number.isFinite(seconds) ? [seconds] : [];
  });
  return boundedReset(waits.length ? new Date(now.getTime() + Math.max(...waits) * 1000) : null, now);
}
