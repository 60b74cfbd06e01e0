import { setImmediate as immediate } from 'node:timers/promises';

/** Shorter texts are not worth a turn of their own. */
const LONG = 1000;

let last: Promise<unknown> = Promise.resolve();

/**
 * Resolves when the work on a text of so many characters may begin. A request can hold thousands of long
 * texts: each waits until everything else that the process has to do got its turn after the one before it.
 */
export async function inTurn(characters: number): Promise<void> {
  if (characters > LONG) await (last = last.then(() => immediate()));
}
