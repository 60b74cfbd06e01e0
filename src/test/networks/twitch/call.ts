/** A request as the routes see it, and Twitch's form of an answer. */
import { type Answer, type Call, Refusal } from '../_shared/stand-in.ts';
import type { State, Token } from './state.ts';

export { type Answer, type Call, Refusal } from '../_shared/stand-in.ts';

export interface Route {
  readonly method: string;
  readonly path: string;
  /** Parameters of the query that there may be. */
  readonly query: readonly string[];
  /** null where any token is good enough. */
  readonly scope: string | null;
  readonly handle: (state: State, call: Call, token: Token) => Answer;
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
export function readJson({ headers, body }: Call, known: readonly string[]): Record<string, unknown> {
  if (!String(headers['content-type']).startsWith('application/json')) {
    throw refusal(400, 'The Content-Type header must be application/json');
  }
  let json: Record<string, unknown>;
  try {
    json = JSON.parse(body.toString()) as Record<string, unknown>;
  } catch {
    throw refusal(400, 'The request body is not valid JSON');
  }
  onlyKnown(Object.keys(json), known);
  return json;
}

/** The documents have no other names; Twitch itself may pass over them. */
export function onlyKnown(names: Iterable<string>, known: readonly string[]): void {
  const unknown = [...names].filter((name) => !known.includes(name));
  if (unknown.length) throw refusal(400, `There is no parameter ${unknown.join(', ')}`);
}
