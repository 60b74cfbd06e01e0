import { openTemporal, type SourceTemporal } from '../source/open-temporal.ts';
import type { Migration } from '../v1-source.ts';

/** Opens the Temporal of v1 for some work; null without one. */
export async function withTemporal<T>(
  { access: { temporal, env } }: Migration,
  work: (temporal: SourceTemporal) => Promise<T>,
): Promise<T | null> {
  if (!temporal) return null;
  const opened = await openTemporal(temporal, env.TEMPORAL_API_KEY);
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}
