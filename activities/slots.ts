/**
 * How many activities of one worker may be busy with one server. A server that answers slowly, or not at all,
 * then delays what goes to itself alone.
 */

/** Who finds no slot comes back after this, and one after the other. */
const FIRST_BACK_MS = 1000;
const NEXT_BACK_MS = 20;
const LAST_BACK_MS = 30_000;
const LAST_PACED_BACK_MS = 600_000;

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

export interface SlotOptions {
  /**
   * Who finds no slot comes back as fast as the server answers: thousands that wait for a slow one do not
   * keep a worker busy with asking.
   */
  readonly paced?: boolean;
}

/** @param most how many may be busy with one server */
export function createSlots(most: number, { paced = false }: SlotOptions = {}): Slots {
  const busy = new Map<string, number>();
  const nextBackMs = new Map<string, number>();
  /** How long the last one was busy. */
  const tookMs = new Map<string, number>();
  const lastMs = paced ? LAST_PACED_BACK_MS : LAST_BACK_MS;
  const apartMs = (key: string): number =>
    paced ? Math.max(NEXT_BACK_MS, (tookMs.get(key) ?? 0) / most) : NEXT_BACK_MS;
  const always = async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    busy.set(key, (busy.get(key) ?? 0) + 1);
    const begun = performance.now();
    try {
      return await work();
    } finally {
      tookMs.set(key, performance.now() - begun);
      const left = (busy.get(key) ?? 1) - 1;
      if (left > 0) busy.set(key, left);
      else for (const map of [busy, nextBackMs, tookMs]) map.delete(key);
    }
  };
  return {
    always,
    async run(key, work, refuse) {
      if ((busy.get(key) ?? 0) < most) return always(key, work);
      const now = performance.now();
      const backMs = Math.max(now + FIRST_BACK_MS, (nextBackMs.get(key) ?? 0) + apartMs(key));
      nextBackMs.set(key, Math.min(backMs, now + lastMs));
      throw refuse(Math.min(backMs - now, lastMs));
    },
  };
}
