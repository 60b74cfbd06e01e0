/** Spares requests the wait for a server that is away. */

/** Thrown instead of trying, while the server is taken to be away. */
export class BreakerOpen extends Error {
  override readonly name = 'BreakerOpen';
}

// One for all: it is thrown for each request of a busy time, and its stack trace is of no use.
const OPEN = new BreakerOpen('it did not answer a moment ago');

export interface BreakerOptions {
  /** Failures in a row after which the server is taken to be away. */
  readonly failures: number;
  /** For so long nothing is tried then; after it, one call tries for all. */
  readonly pauseMs: number;
  /** Milliseconds of a clock that nobody sets. Default: this process's. */
  readonly clock?: () => number;
}

/** Runs work, or refuses it at once. @throws BreakerOpen, or what the work rejects with */
export type Breaker = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * A circuit breaker: closed until `failures` in a row, then open for `pauseMs`, then one call decides. Any
 * success closes it.
 */
export function createBreaker({
  failures,
  pauseMs,
  clock = () => performance.now(),
}: BreakerOptions): Breaker {
  let inARow = 0;
  let closedAgainAt = 0;
  return async (work) => {
    if (inARow >= failures) {
      if (clock() < closedAgainAt) throw OPEN;
      closedAgainAt = clock() + pauseMs; // this call tries, those beside it do not
    }
    try {
      const result = await work();
      inARow = 0;
      return result;
    } catch (error) {
      if (++inARow >= failures) closedAgainAt = clock() + pauseMs;
      throw error;
    }
  };
}
