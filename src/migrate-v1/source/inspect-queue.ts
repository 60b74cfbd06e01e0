/** What the queue of v1 has for the posts of its database. */
import { ApiError } from '../../platform/errors.ts';
import { openQueue, type QueueCounts, type SourceQueue } from './open-queue.ts';
import type { SourceDatabase } from './open-source.ts';
import { schedulesWithTemporal } from './version.ts';

/** Jobs, and where they and the rows differ. */
export interface PlannedQueue extends QueueCounts {
  /** Jobs whose post no longer waits. */
  readonly withoutPost: number;
  /** Posts that wait and are due within three hours, without a job: v1 adds one within the hour. */
  readonly withoutJob: number;
}

const WAITS = `select id, state = 'QUEUE' or "intervalInDays" > 0 as waits from "Post"
  where id = any($1) and "deletedAt" is null`;
const DUE_SOON = `select id from "Post"
  where state = 'QUEUE' and "deletedAt" is null and "parentPostId" is null and id > $1
    and "publishDate" - (now() at time zone 'UTC') between interval '0' and interval '3 hours'
  order by id limit 200`;

/**
 * Reads it; nothing is written.
 *
 * @throws ApiError `invalid_request` when Redis cannot be reached, or its queue is not that of this database
 */
export async function inspectQueue(source: SourceDatabase, url: string): Promise<PlannedQueue> {
  if (schedulesWithTemporal(source.shape)) {
    throw new ApiError('invalid_request', {
      inEnglish:
        'This release of v1 has no queue on Redis any more, as Temporal schedules it: leave --redis out',
    });
  }
  const queue = await openQueue(url);
  try {
    const counts = await queue.count();
    const withoutPost = await countStrayJobs(source, queue);
    return { ...counts, withoutPost, withoutJob: await countMissingJobs(source, queue) };
  } finally {
    await queue.close();
  }
}

async function countStrayJobs(source: SourceDatabase, queue: SourceQueue): Promise<number> {
  let [jobs, posts, waiting] = [0, 0, 0];
  for await (const ids of queue.idsOfLater()) {
    const rows = await source.query<{ waits: boolean | null }>(WAITS, [ids]);
    jobs += ids.length;
    posts += rows.length;
    waiting += rows.filter(({ waits }) => waits).length;
  }
  if (jobs > 0 && posts === 0) {
    throw new ApiError('invalid_request', {
      inEnglish: `This Redis (--redis) is that of another v1: none of its ${jobs} jobs is for a post of this database`,
    });
  }
  return jobs - waiting;
}

async function countMissingJobs(source: SourceDatabase, queue: SourceQueue): Promise<number> {
  let missing = 0;
  for (let after: string | undefined = ''; after !== undefined;) {
    const rows: { id: string }[] = await source.query(DUE_SOON, [after]);
    missing += rows.length - (await queue.find(rows.map(({ id }) => id))).length;
    after = rows.at(-1)?.id;
  }
  return missing;
}
