/** Calls that got no answer, reported to the watchers of the connection. */

const listeners = new Set<() => void>();

/** A call got no answer, or one that is not Crier's. */
export function noteSilence(): void {
  for (const listener of listeners) listener();
}

/** Returns what ends it. */
export function onSilence(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
