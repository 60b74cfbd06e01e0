/** A request as the routes see it, and Dribbble's form of an answer. */
import type { Grant } from '../_shared/grants.ts';
import { type Answer, type Call, Refusal } from '../_shared/stand-in.ts';
import type { Account, State } from './state.ts';

export { type Answer, type Call, Refusal } from '../_shared/stand-in.ts';

export interface Route {
  readonly method: string;
  readonly path: RegExp;
  readonly scope: string;
  readonly handle: (state: State, call: Call, grant: Grant<Account>) => Answer | Promise<Answer>;
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
