/** HTTP calls to a network: JSON in and out, statuses mapped to typed errors, Retry-After honoured. */
import type { RequestInit } from 'undici';
import type { Egress, EgressOptions } from './egress.ts';
import { OutcomeUnknown, type ProviderError, RateLimited, Rejected, TokenExpired } from './errors.ts';
import { sentence } from './sentences/catalogue.ts';

/** An answer that is not 2xx. `body`: parsed JSON, or else the text (at most 2,000 characters). */
export interface HttpFailure {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
  /** The network's own message if the body has one in a usual place, else the status line. */
  readonly message: string;
}

/** Turns an answer that is not 2xx into a typed error; null falls back to `classifyStatus`. */
export type MapFailure = (failure: HttpFailure) => ProviderError | null;

/** One call; give `json` or `body`, not both. */
export interface HttpCall extends EgressOptions {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly json?: unknown;
  readonly body?: RequestInit['body'];
  readonly mapFailure?: MapFailure;
  readonly signal?: AbortSignal;
}

/** A 2xx answer; `body` is parsed JSON. */
export interface HttpAnswer<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

/**
 * Calls a network and parses JSON.
 *
 * A 204 has no body by definition (RFC 9110, section 15.3.5): its `body` is null.
 *
 * @throws the error of `mapFailure`, else of `classifyStatus`, for an answer that is not 2xx;
 * `OutcomeUnknown` for another 2xx whose body is not JSON; `Unsent` / `OutcomeUnknown` of the egress client
 * for everything below HTTP.
 */
export async function callJson<T>(
  egress: Egress,
  url: string | URL,
  call: HttpCall = {},
): Promise<HttpAnswer<T>> {
  const { json, mapFailure, headers, ...init } = call;
  const response = await egress.fetch(url, {
    ...init,
    method: call.method ?? 'GET',
    headers: {
      accept: 'application/json',
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: json === undefined ? call.body : JSON.stringify(json),
  });
  const text = await response.text();
  const answerHeaders = new Headers([...response.headers]);
  const body = parseJson(text);
  if (!response.ok) {
    const failure: HttpFailure = {
      status: response.status,
      headers: answerHeaders,
      body: body ?? text.slice(0, 2000),
      message: messageOf(body, response.status, response.statusText),
    };
    throw withReset(mapFailure?.(failure) ?? classifyStatus(failure), failure);
  }
  if (response.status === 204) return { status: 204, headers: answerHeaders, body: null as T };
  if (body === undefined) {
    throw new OutcomeUnknown(sentence('answered_no_json', { who: 'The network', status: response.status }));
  }
  return { status: response.status, headers: answerHeaders, body: body as T };
}

/** The default meaning of a status: 401 token, 408 and 5xx unknown, 429 wait, other 4xx rejected. */
export function classifyStatus(failure: HttpFailure, now = new Date()): ProviderError {
  const { status, message } = failure;
  const options = { networkCode: String(status) };
  if (status === 429) return new RateLimited(message, retryAt(failure.headers, now), options);
  if (status === 401) return new TokenExpired(message, options);
  if (status === 408 || status >= 500) return new OutcomeUnknown(message, options);
  return new Rejected(message, options);
}

/** A server that is overloaded names its time like one that limits its callers (RFC 9110, section 15.6.4). */
function withReset(error: ProviderError, { status, headers }: HttpFailure): ProviderError {
  if (error instanceof OutcomeUnknown && status >= 500 && headers.has('retry-after')) {
    error.resetAt ??= retryAt(headers);
  }
  return error;
}

/**
 * When the next call is allowed: `Retry-After` in seconds or as a date (RFC 9110, section 10.2.3), else 60
 * seconds from now. A proxy may add its own beside the server's: the later one counts. A date is relative to
 * the answer's own `Date` header if there is one, because our clock may be wrong. Bounded to 24 hours, so
 * that a broken header cannot hold a post forever.
 */
export function retryAt(headers: Headers, now = new Date()): Date {
  const answeredMs = Date.parse(headers.get('date') ?? '') || now.getTime();
  const waits = retryAfters(headers).map((value) =>
    /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - answeredMs) / 1000,
  );
  const seconds = Math.max(...waits.filter(Number.isFinite));
  return boundedReset(Number.isFinite(seconds) ? new Date(now.getTime() + seconds * 1000) : null, now);
}

const LIST_OF_RETRY_AFTERS = /\s*(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,[^,]+|[^,]+)/gi;

/** A header that was given twice arrives as one, joined by commas; a date has a comma of its own. */
function retryAfters(headers: Headers): string[] {
  const values = (headers.get('retry-after') ?? '').match(LIST_OF_RETRY_AFTERS) ?? [];
  return values.map((value) => value.trim());
}

/**
 * The reset time that a network gave, at least 1 second and at most 24 hours from now; 60 seconds if none.
 */
export function boundedReset(reset: Date | null, now = new Date()): Date {
  if (!reset || Number.isNaN(reset.getTime())) return new Date(now.getTime() + 60_000);
  return new Date(Math.min(Math.max(reset.getTime(), now.getTime() + 1000), now.getTime() + 86_400_000));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // not JSON; the caller keeps the text
  }
}

function messageOf(body: unknown, status: number, statusText: string): string {
  const found = body && typeof body === 'object' ? findMessage(body as Record<string, unknown>) : undefined;
  return found ? `${found} (HTTP ${status})` : `HTTP ${status} ${statusText}`.trim();
}

function findMessage(body: Record<string, unknown>): string | undefined {
  for (const key of ['message', 'error_description', 'error_message', 'detail', 'description', 'error']) {
    const value = body[key];
    if (typeof value === 'string' && value) return value.slice(0, 500);
    if (value && typeof value === 'object' && !Array.isArray(value)) {
      const inner = findMessage(value as Record<string, unknown>);
      if (inner) return inner;
    }
  }
  return undefined;
}
