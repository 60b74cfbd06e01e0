/** What the Temporal of v1 has for the posts of its database. */
import { ApiError } from '../../platform/errors.ts';
import type { OldEnvironment } from '../map/account.ts';
import type { SourceDatabase } from './open-source.ts';
import { openTemporal } from './open-temporal.ts';
import { schedulesWithTemporal } from './version.ts';

/** How many of the next waiting posts were looked for, and how many have a run. */
export interface PlannedRuns {
  readonly lookedFor: number;
  readonly withRun: number;
  /** Processes of v1 that take tasks. */
  readonly workers: number;
}

const NEXT = `select id from "Post" where state = 'QUEUE' and "deletedAt" is null and "parentPostId" is null
    and "publishDate" > now() at time zone 'UTC'
  order by "publishDate" limit 100`;

/**
 * Reads it; nothing is changed.
 *
 * @throws ApiError `invalid_request` when it does not answer, or has no run for any of the next posts: it
 * is not that of this database
 */
export async function inspectTemporal(
  source: SourceDatabase,
  { temporal: text = '', env }: { readonly temporal?: string; readonly env: OldEnvironment },
): Promise<PlannedRuns> {
  if (!schedulesWithTemporal(source.shape)) {
    throw new ApiError('invalid_request', {
      inEnglish:
        'This release of v1 has a queue on Redis and no Temporal yet: leave --temporal out, and give --redis',
    });
  }
  const temporal = await openTemporal(text, env.TEMPORAL_API_KEY);
  try {
    const ids = (await source.query<{ id: string }>(NEXT)).map(({ id }) => id);
    const withRun = (await temporal.find(ids)).length;
    if (ids.length && !withRun) {
      throw new ApiError('invalid_request', {
        inEnglish: `This Temporal (--temporal ${text}) is that of another v1, or its namespace another one: it has a run for none of the next ${ids.length} posts. Add /NAMESPACE where TEMPORAL_NAMESPACE of v1 is not "default"`,
      });
    }
    return { lookedFor: ids.length, withRun, workers: await temporal.countWorkers() };
  } finally {
    await temporal.close();
  }
}
