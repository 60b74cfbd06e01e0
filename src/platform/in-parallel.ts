/**
 * Does `work` for each, in their order, `most` at a time. Rejects with the first failure; the rest is still
 * done.
 */
export async function inParallel<T>(
  all: readonly T[],
  most: number,
  work: (one: T) => Promise<unknown>,
): Promise<void> {
  const rest = all.values();
  const next = async (): Promise<void> => {
    for (const one of rest) await work(one);
  };
  await Promise.all(Array.from({ length: most }, next));
}
