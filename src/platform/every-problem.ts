import { ApiError } from './errors.ts';

/**
 * The findings of several checks. When all errors have issues, they become one: the code and message of the
 * first, the issues of all.
 */
export async function allOrEveryProblem<T>(work: readonly Promise<T>[]): Promise<T[]> {
  const results = await Promise.allSettled(work);
  const refusals = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason as unknown] : [],
  );
  const [first] = refusals;
  const withIssues = refusals.filter(
    (refusal) => refusal instanceof ApiError && refusal.issues.length > 0,
  ) as ApiError[];
  if (refusals.length > 1 && first instanceof ApiError && withIssues.length === refusals.length) {
    throw new ApiError(first.code, {
      ...first.sentence,
      issues: withIssues.flatMap((refusal) => refusal.issues),
      headers: { ...first.headers },
      cause: first,
    });
  }
  if (refusals.length) throw first;
  return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
}
