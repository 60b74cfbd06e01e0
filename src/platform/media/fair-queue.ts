/** Work of many askers, one at a time: each asker has a queue, and the queues are served in turn. */

/** Thrown when this much of one organisation's work waits already. */
export class QueueFull extends Error {}

export interface Waiting {
  /** Whose turn it is. */
  readonly owner: string;
  /** Gives up the place; what has begun goes on. */
  readonly signal?: AbortSignal | undefined;
}

export type FairQueue = <T>(waiting: Waiting, work: () => Promise<T>) => Promise<T>;

/**
 * A queue in which at most `longest` of each asker wait.
 *
 * @throws QueueFull from the queue when no more may wait; the reason of the signal
 */
export function createFairQueue(longest: number): FairQueue {
  /** In the order in which they are served. */
  const waiting = new Map<string, (() => void)[]>();
  let isBusy = false;

  const next = (): void => {
    const [first] = waiting;
    isBusy = first !== undefined;
    if (!first) return;
    const [owner, [turn, ...others]] = first;
    waiting.delete(owner);
    // An organisation with more work waits behind all the others.
    if (others.length) waiting.set(owner, others);
    turn?.();
  };

  const takePlace = ({ owner, signal }: Waiting): Promise<void> =>
    new Promise((resolve, reject) => {
      const places = waiting.get(owner) ?? [];
      if (places.length >= longest) throw new QueueFull();
      const leave = (): void => {
        const left = (waiting.get(owner) ?? []).filter((one) => one !== turn);
        if (left.length) waiting.set(owner, left);
        else waiting.delete(owner);
        reject(signal?.reason as Error);
      };
      const turn = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      signal?.addEventListener('abort', leave, { once: true });
      waiting.set(owner, [...places, turn]);
    });

  return async (asker, work) => {
    asker.signal?.throwIfAborted();
    if (isBusy) await takePlace(asker);
    isBusy = true;
    try {
      return await work();
    } finally {
      next();
    }
  };
}
