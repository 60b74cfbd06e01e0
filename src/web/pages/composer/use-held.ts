import { useCallback, useState } from 'react';

/**
 * Work that must end before the post is sent. `hold` never throws: the code that begins the work shows its
 * errors.
 */
export function useHeld(): { holding: boolean; hold(work: Promise<unknown>): void } {
  const [count, setCount] = useState(0);
  const hold = useCallback((work: Promise<unknown>): void => {
    setCount((now) => now + 1);
    void work.finally(() => setCount((now) => now - 1));
  }, []);
  return { holding: count > 0, hold };
}
