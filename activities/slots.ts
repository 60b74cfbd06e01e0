/**
 * How many activities of one worker may be busy with one server. A server that answers slowly, or not at all,
 * then delays what goes to itself alone.
 */

/** Who finds no slot comes back after this, and one after the other. */
const FIRST_BACK_MS = 1000;
const NEXT_BACK_MS = 20;
const LAST_BACK_MS = 30_000;

/** Activities that are busy, by server. */
export interface Slots {
  /**
   * Runs the work if a slot is free.
   *
   * @throws what `busy` makes of the milliseconds until the next try, when none is
   */
  run<T>(key: string, work: () => Promise<T>, busy: (backMs: number) => Error): Promise<T>;
  /** Runs it in any case, and counts it. */
  always<T>(key: string, work: () => Promise<T>): Promise<T>;
}

/** @param most how many may be busy with one server */
export function createSlots(most: number): Slots {
  const busy = new Map<string, number>();
  const nextBackMs = new Map<string, number>();
  const always = async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    busy.set(key, (busy.get(key) ?? 0) + 1);
    try {
      return await work();
    } finally {
      const left = (busy.get(key) ?? 1) - 1;
      if (left > 0) busy.set(key, left);
      else for (const map of [busy, nextBackMs]) map.delete(key);
    }
  };
  return {
    always,
    async run(key, work, refuse) {
      if ((busy.get(key) ?? 0) < most) return always(key, work);
      const now = performance.now();
      const backMs = Math.max(now + FIRST_BACK_MS, (nextBackMs.get(key) ?? 0) + NEXT_BACK_MS);
      nextBackMs.set(key, Math.min(backMs, now + LAST_BACK_MS));
      throw refuse(backMs - now);
    },
  };
}
