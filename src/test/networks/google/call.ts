/** A request as the routes of Google's stand-ins see it. */
import type { IncomingHttpHeaders } from 'node:http';

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

export interface Route<S> {
  readonly method: string;
  readonly path: string;
  handle(state: S, call: Call): Answer;
}
