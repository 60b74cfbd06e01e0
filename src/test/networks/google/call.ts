/** A request as the routes of Google's stand-ins see it. */
import { Refusal, serveCalls, type Answer, type Call } from '../_shared/stand-in.ts';
import type { Serving } from '../_shared/stand-in.ts';

export type { Answer, Call } from '../_shared/stand-in.ts';

/** An error in one of Google's forms. */
export class ApiError extends Refusal {
  constructor(status: number, body: unknown) {
    super({ status, body });
  }
}

export interface Route<S> {
  readonly method: string;
  readonly path: string;
  handle(state: S, call: Call): Answer;
}

export const serveGoogle = (
  handle: (call: Call) => Answer,
  serving: Pick<Serving, 'recorder' | 'records'>,
): ReturnType<typeof serveCalls> =>
  serveCalls(handle, {
    ...serving,
    textType: 'text/html; charset=UTF-8',
    jsonType: 'application/json; charset=UTF-8',
  });
