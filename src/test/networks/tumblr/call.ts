/** A request as the routes see it, and Tumblr's form of an answer. */
import { type Answer, type Call as Received, Refusal } from '../_shared/stand-in.ts';
import type { Account, State } from './state.ts';

export { type Answer, Refusal } from '../_shared/stand-in.ts';

export interface Call extends Received {
  /** The captured parts of the path, decoded. */
  readonly params: readonly string[];
}

export interface Route {
  readonly method: string;
  readonly path: RegExp;
  /** The fields that may be in the query. */
  readonly query?: readonly string[];
  /** Whether the key of an application is enough. */
  readonly withKey?: true;
  /** `account` is null for a call with a key alone. */
  readonly handle: (state: State, call: Call, account: Account | null) => Answer | Promise<Answer>;
}

const REASONS: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Limit Exceeded',
};

export const reasonOf = (status: number): string => REASONS[status] ?? 'Error';

/** `{"meta", "response": [], "errors": [{"title", "code", "detail"}]}`. */
export const refusal = (
  status: number,
  code: number,
  detail: string,
  headers: Record<string, string> = {},
): Refusal =>
  new Refusal({
    status,
    headers,
    body: {
      meta: { status, msg: reasonOf(status) },
      response: [],
      errors: [{ title: reasonOf(status), code, detail }],
    },
  });

/** Something in the Neue Post Format that is not as its specification has it. */
export const invalid = (detail: string): Refusal => refusal(400, 8001, detail);

export const ok = (response: unknown, status = 200): Answer => ({
  status,
  body: { meta: { status, msg: reasonOf(status) }, response },
});

/** A number that JavaScript cannot hold exactly, in the JSON of an answer (`toJson`). */
export const exact = (id: string): string => `#${id}`;

export const toJson = (body: unknown): string => JSON.stringify(body).replaceAll(/"#(\d+)"/g, '$1');
