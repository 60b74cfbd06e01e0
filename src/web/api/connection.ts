/** Whether Crier answers, as each call finds. */

let answers = true;
const listeners = new Set<() => void>();

/** Each call says whether it was answered. */
export function noteAnswer(answered: boolean): void {
  if (answers === answered) return;
  answers = answered;
  for (const listener of listeners) listener();
}

/** Whether the last call was answered; for `useSyncExternalStore`. */
export const isAnswering = (): boolean => answers;

/** Returns what ends it. */
export function onAnswering(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
