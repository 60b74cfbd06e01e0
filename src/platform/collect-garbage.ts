/** Returning what a start has used: a process that waits collects garbage only when it allocates again. */

/** The start is over by then, and no post waits for the pause of some 100 ms. */
const AFTER_MS = 15_000;

/** Collects once. Node has to be started with --expose-gc (`SMALL_PROCESS`); otherwise nothing happens. */
export function collectAfterStart(): void {
  const { gc } = globalThis;
  if (!gc) return;
  setTimeout(() => void gc({ type: 'major', execution: 'sync', flavor: 'last-resort' }), AFTER_MS).unref();
}
