/** A request as the routes see it, and Medium's form of an error. */
import type http from 'node:http';
import type { Account, State } from './state.ts';

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer<ArrayBuffer>;
  /** The captured parts of the path. */
  readonly params: readonly string[];
}

/** `body` is sent as JSON. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export interface Route {
  readonly method: string;
  readonly path: RegExp;
  readonly handle: (state: State, call: Call, account: Account) => Answer | Promise<Answer>;
}

/** An answer that ends the request. */
export class Refusal extends Error {
  readonly answer: Answer;

  constructor(answer: Answer) {
    super(`Medium answers ${answer.status}`);
    this.answer = answer;
  }
}

/** `{"errors": [{"message": …, "code": …}]}`. */
export const refusal = (status: number, code: number, message: string): Refusal =>
  new Refusal({ status, body: { errors: [{ message, code }] } });

/** Required fields that are missing or invalid, and fields that Medium's documents do not have. */
export const invalid = (message: string): Refusal => refusal(400, 2002, message);

/** Every answer is in an envelope. */
export const ok = (data: unknown, status = 200): Answer => ({ status, body: { data } });
