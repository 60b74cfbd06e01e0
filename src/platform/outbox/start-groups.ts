import { startGroup, type DispatchDeps } from './start-group.ts';

/**
 * Starts many groups, ten at a time and in the order given (the soonest first).
 *
 * @returns how many had a post that waits
 */
export async function startGroups(
  deps: DispatchDeps,
  groupIds: readonly string[],
  storeId: string,
): Promise<number> {
  const waiting = [...groupIds];
  let started = 0;
  const work = async (): Promise<void> => {
    for (let id = waiting.shift(); id; id = waiting.shift()) {
      if (await startGroup(deps, id, storeId)) started++;
    }
  };
  await Promise.all(Array.from({ length: 10 }, work));
  return started;
}
