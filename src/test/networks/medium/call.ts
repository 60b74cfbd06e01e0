/** A request as the routes see it, and Medium's form of an error. */
import { type Answer, type Call as Received, Refusal } from '../_shared/stand-in.ts';
import type { Account, State } from './state.ts';

export { type Answer, Refusal } from '../_shared/stand-in.ts';

export interface Call extends Received {
  /** The captured parts of the path. */
  readonly params: readonly string[];
}

export interface Route {
  readonly method: string;
  readonly path: RegExp;
  readonly handle: (state: State, call: Call, account: Account) => Answer | Promise<Answer>;
}

/** `{"errors": [{"message": …, "code": …}]}`. */
export const refusal = (status: number, code: number, message: string): Refusal =>
  new Refusal({ status, body: { errors: [{ message, code }] } });

/** Required fields that are missing or invalid, and fields that Medium's documents do not have. */
export const invalid = (message: string): Refusal => refusal(400, 2002, message);

/** Every answer is in an envelope. */
export const ok = (data: unknown, status = 200): Answer => ({ status, body: { data } });
