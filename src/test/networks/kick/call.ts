/** A request as the routes see it, and Kick's form of an answer. */
import type http from 'node:http';
import { type Answer, Refusal } from '../_shared/stand-in.ts';
import type { State, Token } from './state.ts';

export { type Answer, Refusal } from '../_shared/stand-in.ts';

export interface Call {
  readonly method: string;
  readonly path: string;
  /** With its question mark, as it came. */
  readonly search: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer<ArrayBuffer>;
}

export interface Route {
  readonly method: string;
  readonly path: RegExp;
  readonly scope: string;
  readonly handle: (state: State, call: Call, token: Token) => Answer;
}

/** `{"data", "message"}`, of the API. */
export const refusal = (status: number, message: string): Refusal =>
  new Refusal({ status, body: { data: {}, message } });

/** `{"error"}`, of the authorization server. */
export const refusedGrant = (status: number, error: string): Refusal =>
  new Refusal({ status, body: { error } });

export const ok = (data: unknown): Answer => ({ status: 200, body: { data, message: 'OK' } });

/** The body, which may have these fields and no other. */
export function readJson({ headers, body }: Call, known: readonly string[]): Record<string, unknown> {
  if (!String(headers['content-type']).startsWith('application/json')) throw refusal(400, 'Invalid request');
  let json: Record<string, unknown>;
  try {
    json = JSON.parse(body.toString()) as Record<string, unknown>;
  } catch {
    throw refusal(400, 'Invalid request');
  }
  const unknown = Object.keys(json).filter((name) => !known.includes(name));
  if (unknown.length) throw refusal(400, `Invalid request: ${unknown.join(', ')}`);
  return json;
}
