/** Work that goes on beside its caller, in a bounded number of places for each key. */
export interface Places<K extends object> {
  /**
   * Resolves when the work has begun, which waits for a place, first come, first served; or when none became
   * free in time, and then the work is not done. The work itself must not reject.
   */
  begin(key: K, work: () => Promise<void>): Promise<void>;
  /** Resolves when what is under way now has ended. */
  ended(key: K): Promise<void>;
}

interface Room {
  taken: number;
  readonly underWay: Set<Promise<void>>;
  /** Each takes over a place, the first one first. */
  readonly waiting: Set<() => void>;
}

/**
 * @param most how many may be under way for a key
 * @param waitMs how long one waits for a place
 */
export function createPlaces<K extends object>(most: number, waitMs: number): Places<K> {
  const rooms = new WeakMap<K, Room>();
  const roomOf = (key: K): Room => {
    const room = rooms.get(key) ?? { taken: 0, underWay: new Set(), waiting: new Set() };
    rooms.set(key, room);
    return room;
  };
  return {
    async begin(key, work) {
      const room = roomOf(key);
      if (room.taken < most) room.taken++;
      else if (!(await getsPlace(room, waitMs))) return;
      const begun = work().finally(() => {
        room.underWay.delete(begun);
        const [next] = room.waiting;
        if (next) next();
        else room.taken--;
      });
      room.underWay.add(begun);
    },
    ended: async (key) => void (await Promise.all(roomOf(key).underWay)),
  };
}

function getsPlace({ waiting }: Room, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (gotIt: boolean): void => {
      clearTimeout(timer);
      waiting.delete(take);
      resolve(gotIt);
    };
    const take = (): void => end(true);
    const timer = setTimeout(() => end(false), ms);
    waiting.add(take);
  });
}
