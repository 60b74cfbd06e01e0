/** A request as the routes see it, and Dribbble's form of an answer. */
import type http from 'node:http';
import type { State, Token } from './state.ts';

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer<ArrayBuffer>;
}

/** A string body is sent as HTML, null as none. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Route {
  readonly method: string;
  readonly path: RegExp;
  readonly scope: string;
  readonly handle: (state: State, call: Call, token: Token) => Answer | Promise<Answer>;
}

/** An answer that ends the request. */
export class Refusal extends Error {
  readonly answer: Answer;

  constructor(answer: Answer) {
    super(`Dribbble answers ${answer.status}`);
    this.answer = answer;
  }
}

/** `{"message"}`. */
export const refusal = (status: number, message: string): Refusal =>
  new Refusal({ status, body: { message } });

/** `{"message": "Validation failed.", "errors": [{"attribute", "message"}]}`. */
export const invalid = (attribute: string, message: string): Refusal =>
  new Refusal({ status: 422, body: { message: 'Validation failed.', errors: [{ attribute, message }] } });

/** `{"error", "error_description"}`, of the token endpoint. */
export const refusedGrant = (status: number, error: string, description: string): Refusal =>
  new Refusal({ status, body: { error, error_description: description } });

export const ok = (body: unknown): Answer => ({ status: 200, body });
