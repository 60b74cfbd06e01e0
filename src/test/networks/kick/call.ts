/** A request as the routes see it, and Kick's form of an answer. */
import type { Grant } from '../_shared/grants.ts';
import { jsonOf, Refusal, unknownOf, type Answer, type Call } from '../_shared/stand-in.ts';
import type { Account, State } from './state.ts';

export { type Answer, type Call, Refusal } from '../_shared/stand-in.ts';

export interface Route {
  readonly method: string;
  readonly path: RegExp;
  readonly scope: string;
  readonly handle: (state: State, call: Call, grant: Grant<Account>) => Answer;
}

/** `{"data", "message"}`, of the API. */
export const refusal = (status: number, message: string): Refusal =>
  new Refusal({ status, body: { data: {}, message } });

/** `{"error"}`, of the authorization server. */
export const refusedGrant = (status: number, error: string): Refusal =>
  new Refusal({ status, body: { error } });

export const ok = (data: unknown): Answer => ({ status: 200, body: { data, message: 'OK' } });

/** The body, which may have these fields and no other. */
export function readJson(call: Call, known: readonly string[]): Record<string, unknown> {
  const invalid = refusal(400, 'Invalid request');
  const json = jsonOf(call, { type: invalid, syntax: invalid });
  const unknown = unknownOf(Object.keys(json), known);
  if (unknown.length) throw refusal(400, `Invalid request: ${unknown.join(', ')}`);
  return json;
}
