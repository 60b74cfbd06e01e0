/** A request as the routes see it, and Twitch's form of an answer. */
import type { Grant } from '../_shared/grants.ts';
import { jsonOf, Refusal, unknownOf, type Answer, type Call } from '../_shared/stand-in.ts';
import type { Account, State } from './state.ts';

export { type Answer, type Call, Refusal } from '../_shared/stand-in.ts';

export interface Route {
  readonly method: string;
  readonly path: string;
  /** Parameters of the query that there may be. */
  readonly query: readonly string[];
  /** null where any token is good enough. */
  readonly scope: string | null;
  readonly handle: (state: State, call: Call, grant: Grant<Account>) => Answer;
}

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
};

/** `{"error", "status", "message"}`, of the API. */
export const refusal = (status: number, message: string, headers: Record<string, string> = {}): Refusal =>
  new Refusal({ status, body: { error: REASONS[status] ?? '', status, message }, headers });

/** `{"status", "message"}`, of the authorization server. */
export const refusedToken = (status: number, message: string): Refusal =>
  new Refusal({ status, body: { status, message } });

export const ok = (body: unknown): Answer => ({ status: 200, body });

/** The body, which may have these fields and no other. */
export function readJson(call: Call, known: readonly string[]): Record<string, unknown> {
  const json = jsonOf(call, {
    type: refusal(400, 'The Content-Type header must be application/json'),
    syntax: refusal(400, 'The request body is not valid JSON'),
  });
  onlyKnown(Object.keys(json), known);
  return json;
}

/** The documents have no other names; Twitch itself may pass over them. */
export function onlyKnown(names: Iterable<string>, known: readonly string[]): void {
  const unknown = unknownOf(names, known);
  if (unknown.length) throw refusal(400, `There is no parameter ${unknown.join(', ')}`);
}
