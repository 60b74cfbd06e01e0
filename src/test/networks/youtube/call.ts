/** A request as the routes see it, and the errors that they throw. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Grant, State } from './state.ts';

/** An error in one of Google's forms. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    super(String(status));
    this.status = status;
    this.body = body;
  }
}

/** The form of the Data API (developers.google.com/youtube/v3/docs/errors). */
export const failed = (code: number, reason: string, message: string, domain = 'youtube.video'): ApiError =>
  new ApiError(code, { error: { code, message, errors: [{ message, domain, reason }] } });

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer<ArrayBuffer>;
}

/** A route's answer; a string body is a page. */
export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Route {
  readonly method: string;
  readonly path: string;
  handle(state: State, call: Call): Answer;
}

const SCOPE = 'https://www.googleapis.com/auth/youtube';

/** @throws ApiError 401 for a token that is unknown or ended, 403 for one without the permission */
export function authorize(state: State, { headers }: Call): Grant {
  const grant = state.accessTokens.get(/^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '');
  if (!grant || grant.ended) {
    throw failed(401, 'authError', 'Request had invalid authentication credentials.', 'global');
  }
  if (!grant.scopes.includes(SCOPE)) {
    throw failed(403, 'insufficientPermissions', 'Request had insufficient authentication scopes.', 'global');
  }
  return grant;
}

/** The parts that a request asks for, each of which must be known. */
export function partsOf({ query }: Call, known: readonly string[]): string[] {
  const parts = query.getAll('part').flatMap((part) => part.split(','));
  if (!parts.length) throw failed(400, 'missingRequiredParameter', 'No filter selected.', 'youtube.part');
  const unknown = parts.find((part) => !known.includes(part));
  if (unknown) throw failed(400, 'unknownPart', `'${unknown}'`, 'youtube.part');
  return parts;
}
