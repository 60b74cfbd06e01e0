/**
 * Typed client of the Crier Public API. The types are generated from the API's OpenAPI document
 * (schema.d.ts).
 */
import createFetchClient, { type Client } from 'openapi-fetch';
import type { components, operations, paths } from './schema.d.ts';

export type { components, operations, paths } from './schema.d.ts';

/** The shapes of the document by name: `Schemas['PostDetail']`. */
export type Schemas = components['schemas'];

/** The body of `POST /posts`. */
export type CreatePosts = operations['createPost']['requestBody']['content']['application/json'];

/**
 * Why a request was refused: a code of docs/errors.md, or `unreadable` for an answer that is not Crier's (a
 * proxy's error page).
 */
export type CrierErrorCode = Schemas['Error']['code'] | 'unreadable';

/** A problem at one place of the request: `path` is dotted with indexes (`posts.0.value.1.content`). */
export type CrierIssue = NonNullable<Schemas['Error']['issues']>[number];

/** Where and as whom the API is called. */
export interface ClientOptions {
  /**
   * Address of the instance (`https://crier.example`), or of its API below it
   * (`https://crier.example/api/public/v1`).
   */
  readonly baseUrl: string;
  /** An API key or an access token. */
  readonly apiKey: string;
  /** Instead of the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/**
 * One method for each verb, typed by path. Each answers `{ data, response }` or `{ error, response }`; see
 * `orThrow`.
 */
export type CrierClient = Client<paths, 'application/json'>;

/** Makes a client. Nothing is sent until it is asked something. */
export function createClient({ baseUrl, apiKey, fetch }: ClientOptions): CrierClient {
  const address = baseUrl.replace(/\/+$/, '');
  return createFetchClient<paths, 'application/json'>({
    baseUrl: address.endsWith('/public/v1') ? address : `${address}/public/v1`,
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

/** What is known of a refusal. */
interface RefusalFacts {
  readonly status: number;
  readonly code: CrierErrorCode;
  readonly message: string;
  readonly issues: readonly CrierIssue[];
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;
}

/** A refusal of the API as an error. */
export class CrierError extends Error implements RefusalFacts {
  /** HTTP status. */
  readonly status: number;
  /** Stable: what a program decides by. */
  readonly code: CrierErrorCode;
  /** Each wrong field; none when the refusal is about something else. */
  readonly issues: readonly CrierIssue[];
  /** Finds the request in the log of the instance; null when the answer is not Crier's. */
  readonly requestId: string | null;
  /** Of 429 and 503: how long to wait, in seconds. Null when the answer does not say. */
  readonly retryAfterSeconds: number | null;

  constructor({ status, code, message, issues, requestId, retryAfterSeconds }: RefusalFacts) {
    super(message);
    this.name = 'CrierError';
    this.status = status;
    this.code = code;
    this.issues = issues;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** What a method of the client answers. */
interface Outcome<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * The data of an answer: `const { posts } = await orThrow(crier.GET('/posts'))`.
 * @throws CrierError when the API refuses; what `fetch` throws (a TypeError) when there is no answer
 */
export async function orThrow<T>(answer: Promise<Outcome<T>>): Promise<NonNullable<T>> {
  const { data, error, response } = await answer;
  if (!response.ok || data === undefined || data === null) throw new CrierError(refusalOf(error, response));
  return data;
}

function refusalOf(error: unknown, { status, headers }: Response): RefusalFacts {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  const retryAfterSeconds = Number.isFinite(seconds) ? seconds : null;
  if (isRefusal(error)) {
    return {
      status,
      code: error.code,
      message: error.message,
      issues: error.issues ?? [],
      requestId: error.requestId,
      retryAfterSeconds,
    };
  }
  return {
    status,
    code: 'unreadable',
    message: `The answer with status ${status} is not one of Crier's`,
    issues: [],
    requestId: headers.get('x-request-id'),
    retryAfterSeconds,
  };
}

function isRefusal(error: unknown): error is Schemas['Error'] {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    'message' in error &&
    'requestId' in error
  );
}
