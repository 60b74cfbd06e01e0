/** One change of many things: a refusal of one does not keep the others. */
import { isApiError } from '../api/client.ts';

/** One after another; without an answer, what is left is not tried. `refused`: the first reason. */
export async function eachOf<One, Result>(all: readonly One[], act: (one: One) => Promise<Result>) {
  const done: (readonly [one: One, result: Result])[] = [];
  let refused: unknown;
  for (const one of all) {
    try {
      done.push([one, await act(one)]);
    } catch (error) {
      refused ??= error;
      if (!isApiError(error)) break;
    }
  }
  return { done, refused };
}

/**
 * A way back of all. Repeated, it goes on where it failed.
 *
 * @returns the first text that `undo` returned: what is to be said about it
 * @throws the first refusal, at the end
 */
export function undoEach<One>(
  all: readonly One[],
  undo: (one: One) => Promise<unknown>,
): () => Promise<unknown> {
  let left = all;
  let said: unknown;
  return async () => {
    const { done, refused } = await eachOf(left, undo);
    const over = new Set(done.map(([one]) => one));
    left = left.filter((one) => !over.has(one));
    said ??= done.find(([, text]) => typeof text === 'string')?.[1];
    if (refused) throw refused;
    return said;
  };
}
