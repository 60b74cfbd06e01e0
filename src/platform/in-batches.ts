interface Waiting<T> {
  readonly one: T;
  done(): void;
  failed(error: unknown): void;
}

/**
 * Writes what comes while a batch is being written in the next batch. Alone, one is written at once.
 *
 * @param write rejects for all of its batch
 * @returns resolves when its batch is written; `key` is what is written to
 */
export function inBatches<K extends object, T>(
  write: (key: K, batch: readonly T[]) => Promise<unknown>,
): (key: K, one: T) => Promise<void> {
  /** Of each key that is being written to, what comes next. */
  const next = new WeakMap<K, Waiting<T>[]>();
  const writeAll = async (key: K, first: Waiting<T>): Promise<void> => {
    for (let batch = [first]; batch.length > 0; batch = next.get(key) ?? []) {
      next.set(key, []);
      try {
        await write(
          key,
          batch.map(({ one }) => one),
        );
        for (const { done } of batch) done();
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
    next.delete(key);
  };
  return (key, one) =>
    new Promise((done, failed) => {
      const waiting = { one, done, failed };
      const others = next.get(key);
      if (others) others.push(waiting);
      else void writeAll(key, waiting);
    });
}
