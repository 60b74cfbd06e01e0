import { setImmediate as immediate } from 'node:timers/promises';

/** Shorter texts are not worth a turn of their own. */
const LONG = 1000;

let last: Promise<unknown> = Promise.resolve();

/**
 * Resolves when the work on a text of this many characters may begin. A request can hold thousands of long
 * texts: each waits until everything else in the process has had its turn after the one before it.
 */
export async function inTurn(characters: number): Promise<void> {
  if (characters > LONG) await (last = last.then(() => immediate()));
}
