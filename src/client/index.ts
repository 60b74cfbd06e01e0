/**
 * Typed client of the Crier Public API. The types are generated from the API's OpenAPI document
 * (schema.d.ts).
 */
import createFetchClient, { type Client } from 'openapi-fetch';
import type { components, operations, paths } from './schema.d.ts';

export type { components, operations, paths } from './schema.d.ts';

/** The document's schemas by name: `Schemas['PostDetail']`. */
export type Schemas = components['schemas'];

export type CreatePosts = operations['createPost']['requestBody']['content']['application/json'];

/**
 * A code of docs/errors.md, or `unreadable` for an answer that is not from Crier (a proxy's error page).
 */
export type CrierErrorCode = Schemas['Error']['code'] | 'unreadable';

/** A problem with one field of the request; `path` is dotted, with indexes (`posts.0.value.1.content`). */
export type CrierIssue = NonNullable<Schemas['Error']['issues']>[number];

/** Where the API is, and who is calling it. */
export interface ClientOptions {
  /**
   * URL of the instance (`https://crier.example`), or of its API below it
   * (`https://crier.example/api/public/v1`).
   */
  readonly baseUrl: string;
  /** An API key or an access token. */
  readonly apiKey: string;
  /** A `fetch` to use instead of the global one. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/**
 * One method for each verb, typed by path. Each returns `{ data, response }` or `{ error, response }`; see
 * `orThrow`.
 */
export type CrierClient = Client<paths, 'application/json'>;

/** Creates a client. Nothing is sent until a method is called. */
export function createClient({ baseUrl, apiKey, fetch }: ClientOptions): CrierClient {
  const url = baseUrl.replace(/\/+$/, '');
  return createFetchClient<paths, 'application/json'>({
    baseUrl: url.endsWith('/public/v1') ? url : `${url}/public/v1`,
    headers: { authorization: apiKey },
    bodySerializer: serializeBody,
    ...(fetch ? { fetch } : {}),
  });
}

/** A file makes a body multipart; everything else is JSON. */
function serializeBody(body: unknown): string | FormData {
  if (body instanceof FormData) return body;
  const fields = typeof body === 'object' && body !== null ? Object.entries(body) : [];
  if (!fields.some(([, value]) => value instanceof Blob)) return JSON.stringify(body);
  const form = new FormData();
  for (const [name, value] of fields) form.set(name, value);
  return form;
}

/** What is known about an error. */
interface ErrorFacts {
  readonly status: number;
  readonly code: CrierErrorCode;
  readonly message: string;
  readonly reason?: string | undefined;
  readonly params?: Schemas['Error']['params'];
  readonly issues: readonly CrierIssue[];
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;
}

export class CrierError extends Error implements ErrorFacts {
  /** HTTP status. */
  readonly status: number;
  /** Stable; use it to decide what to do. */
  readonly code: CrierErrorCode;
  /** Which of the sentences of the code the message is, where it has several; stable too. */
  readonly reason: string | undefined;
  /** The values in the message, by their names. */
  readonly params: Schemas['Error']['params'];
  /** Each wrong field; empty if the error is not about fields. */
  readonly issues: readonly CrierIssue[];
  /** Identifies the request in the instance's log; null if the answer is not from Crier. */
  readonly requestId: string | null;
  /** How long to wait, in seconds, after 429 and 503; null if the answer has no time. */
  readonly retryAfterSeconds: number | null;

  constructor(facts: ErrorFacts) {
    const { status, code, message, reason, params, issues, requestId, retryAfterSeconds } = facts;
    super(message);
    this.name = 'CrierError';
    this.status = status;
    this.code = code;
    this.reason = reason;
    this.params = params;
    this.issues = issues;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** What a method of the client returns. */
interface Outcome<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * Returns the data of an answer: `const { posts } = await orThrow(crier.GET('/posts'))`.
 * @throws CrierError if the API answers with an error; what `fetch` throws (a TypeError) if there is no
 * answer
 */
export async function orThrow<T>(answer: Promise<Outcome<T>>): Promise<NonNullable<T>> {
  const { data, error, response } = await answer;
  if (!response.ok || data === undefined || data === null) throw new CrierError(factsOf(error, response));
  return data;
}

function factsOf(error: unknown, { status, headers }: Response): ErrorFacts {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  const retryAfterSeconds = Number.isFinite(seconds) ? seconds : null;
  if (isCrierAnswer(error)) {
    return {
      status,
      code: error.code,
      message: error.message,
      reason: error.reason,
      params: error.params,
      issues: error.issues ?? [],
      requestId: error.requestId,
      retryAfterSeconds,
    };
  }
  return {
    status,
    code: 'unreadable',
    message: `The answer with status ${status} is not from Crier`,
    issues: [],
    requestId: headers.get('x-request-id'),
    retryAfterSeconds,
  };
}

function isCrierAnswer(error: unknown): error is Schemas['Error'] {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    'message' in error &&
    'requestId' in error
  );
}
