/** Work that goes on beside its caller, in a bounded number of places for each key. */
export interface Places<K extends object> {
  /** Resolves when the work has begun, which waits for a place. The work itself must not reject. */
  begin(key: K, work: () => Promise<void>): Promise<void>;
  /** Resolves when what is under way now has ended. */
  ended(key: K): Promise<void>;
}

/** @param most how many may be under way for a key */
export function createPlaces<K extends object>(most: number): Places<K> {
  const taken = new WeakMap<K, Set<Promise<void>>>();
  return {
    async begin(key, work) {
      const places = taken.get(key) ?? new Set();
      taken.set(key, places);
      while (places.size >= most) await Promise.race(places);
      const begun = work().finally(() => places.delete(begun));
      places.add(begun);
    },
    ended: async (key) => void (await Promise.all(taken.get(key) ?? [])),
  };
}
