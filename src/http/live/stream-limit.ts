import { ApiError } from '../../platform/errors.ts';

/** Streams of one person in one process: more tabs than anybody looks at. */
const MAX = 50;

/**
 * Counts the open streams of each person; the result gives one back.
 *
 * @throws ApiError `too_many_streams`
 */
export function createStreamLimit(most = MAX): (userId: string) => () => void {
  const open = new Map<string, number>();
  const change = (userId: string, by: number): void => {
    const count = (open.get(userId) ?? 0) + by;
    if (count > 0) open.set(userId, count);
    else open.delete(userId);
  };
  return (userId) => {
    if ((open.get(userId) ?? 0) >= most) throw new ApiError('too_many_streams');
    change(userId, 1);
    return () => change(userId, -1);
  };
}
