import { ApiError } from '../../platform/errors.ts';

/** As many changes as can be under way at once. */
const TRIES = 20;

/**
 * Repeats a check and its change when another change came between the two. Only for callers that named no
 * revision: those that did get the refusal.
 */
export async function untilCurrent<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (tries === TRIES || !(error instanceof ApiError && error.code === 'revision_mismatch')) throw error;
    }
  }
}
