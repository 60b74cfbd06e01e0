/**
 * The queue of v1 up to v2.11.3, for tests: a job on a real Redis for each post, with the id of the post,
 * delayed until its date. Looked up in v1.0.0, v1.65.7 and v2.11.3:
 *
 * - What starts a post: a job of the queue `post`, its id that of the first part (`posts.service.ts`,
 *   createPost and changeDate; `bull-mq-transport-new/client.ts`).
 * - What is read then: the row and its parts with `deletedAt: null`; without a row nothing happens
 *   (`posts.service.ts`, post and getPostsRecursively; `posts.repository.ts`, getPost).
 * - What is tested: the channel's `refreshNeeded` and `disabled`. Never `state`.
 * - Series: after a success the job is added again, `intervalInDays` later, in any state (v2.11.3,
 *   post).
 * - Repairs: each hour, what is due within 3 hours (`check.missing.queues.ts`, from v2.4.0 on); each 16
 *   minutes, what was due 15 to 30 minutes ago (`post.now.pending.queues.ts`, from v2.6.0 on). Both take
 *   first parts that are `QUEUE` with `deletedAt: null`, and have no job.
 * - What follows a post that is published: a job of the queue `plugs` for each active plug of its channel,
 *   six hours later, which adds the next one when it has done nothing, three in all; and one of
 * `internal-plugs`
 *   for each other channel that is to repost or comment. They read the plug and the channels by their ids,
 *   in any state (v1.15.2 on: checkPlugs, checkInternalPlug, processPlugs, processInternalPlug).
 *
 * From v2.12.0 on Temporal does all that: orchestrator.ts.
 */
import { Queue, Worker } from 'bullmq';
import type { V1Source } from './make-source.ts';

/** A post as it is read when it is due. */
export interface DuePost {
  readonly id: string;
  readonly content: string;
  readonly channel: string;
  readonly token: string;
}

/** Sends one, and notes what the network called it. Neither ends when v1 is killed meanwhile. */
export interface PostPublisher {
  send(post: DuePost): Promise<string>;
  note(id: string, releaseId: string): Promise<void>;
  /** Reposts or comments on what the network has under this id. Default: nothing. */
  act?(channel: string, releaseId: string): Promise<void>;
}

export const DUE_POST = `select p.id, p.content, i.id as channel, i.token
  from "Post" p join "Integration" i on i.id = p."integrationId"
  where p."deletedAt" is null and p."parentPostId" is null and i."providerIdentifier" = 'sandbox'`;
const PASSED_OVER = '(i."refreshNeeded" or i.disabled)';

/** What follows a post that is published, and when. */
export interface Plug {
  readonly plugId: string;
  readonly delayMs: number;
}

/** v1: runEveryMilliseconds of each plug. */
const PLUG_MS = 6 * 3_600_000;
const ACTIVE_PLUGS = 'select id from "Plugs" where "integrationId" = $1 and activated';
const CHANNEL_OF_PLUG = 'select "integrationId" as channel from "Plugs" where id = $1';

/** The plugs of a channel. */
export async function plugsOf(v1: V1Source, channel: string): Promise<Plug[]> {
  const plugs = await v1.query<{ id: string }>(ACTIVE_PLUGS, [channel]);
  return plugs.map(({ id }) => ({ plugId: id, delayMs: PLUG_MS }));
}

/** Does what a plug says. */
export async function actAs(
  v1: V1Source,
  publisher: PostPublisher,
  { plugId, releaseId }: { plugId: string; releaseId: string },
): Promise<void> {
  const [plug] = await v1.query<{ channel: string }>(CHANNEL_OF_PLUG, [plugId]);
  if (plug) await publisher.act?.(plug.channel, releaseId);
}

interface QueueOptions {
  readonly redisUrl: string;
  readonly repairMs: number;
  readonly publisher: PostPublisher;
}

interface QueuedPost {
  readonly id: string;
  /** Milliseconds until it is to run. */
  readonly delay: number;
}

const NAME = 'post';
/** Gone when they are done. */
const ONCE = { removeOnComplete: true, removeOnFail: true } as const;
/** More than a test has. */
const AT_ONCE = 300;
const DAY_MS = 86_400_000;

const BY_ID = `${DUE_POST} and p.id = $1 and not ${PASSED_OVER}`;
const NOW = `(now() at time zone 'UTC')`;
const DELAY = `greatest(0, extract(epoch from p."publishDate" - ${NOW}) * 1000)::float8 as delay`;
const WAITING = `select p.id, ${DELAY} from "Post" p
  where p.state = 'QUEUE' and p."deletedAt" is null and p."parentPostId" is null`;
const STILL_WAITING = `select 1 from "Post" where id = $1 and state = 'QUEUE' and "deletedAt" is null`;
/** What the hourly repair looks for: due within three hours. */
const SOON = `${WAITING} and p."publishDate" between ${NOW} and ${NOW} + interval '3 hours'`;
/** What the other repair looks for. */
const LATE = `${WAITING} and p."publishDate" between ${NOW} - interval '30 minutes' and ${NOW} - interval '15 minutes'`;
const NEXT_OF_SERIES = `select p.id, greatest(0, extract(epoch from "publishDate" - ${NOW}) * 1000
      + ceil(greatest(0, extract(epoch from ${NOW} - "publishDate")) / 86400 / "intervalInDays")
      * "intervalInDays" * 86400000)::float8 as delay
  from "Post" p where p.state = 'PUBLISHED' and p."intervalInDays" > 0 and p."deletedAt" is null`;
const INTERVAL = `select "intervalInDays" as days from "Post" where id = $1 and "intervalInDays" > 0`;

const add = (queue: Queue, { id, delay }: QueuedPost): Promise<unknown> =>
  queue.add(NAME, { id }, { ...ONCE, jobId: id, delay: Math.ceil(delay) });

/** Opens a queue; the caller closes it. A test looks at it and changes it with this. */
export const openV1Queue = (redisUrl: string, name = NAME): Queue =>
  new Queue(name, { connection: { url: redisUrl, maxRetriesPerRequest: 1 } });

/** As v1 adds one, and each next look of it (`totalRuns: 3`). */
export const addPlug = (
  queue: Queue,
  { plugId, postId, currentRun }: { plugId: string; postId: string; currentRun: number },
): Promise<unknown> =>
  queue.add(
    'plugs',
    {
      id: `plug_${postId}_${plugId}`,
      options: { delay: PLUG_MS },
      payload: { plugId, postId, delay: PLUG_MS, totalRuns: 3, currentRun },
    },
    { ...ONCE, jobId: `plug_${postId}_${plugId}_${currentRun}`, delay: PLUG_MS },
  );

/** Adds the job of each post that waits, and of each series, as v1 has done when they were made. */
export async function fillV1Queue(v1: V1Source, redisUrl: string): Promise<void> {
  const queue = openV1Queue(redisUrl);
  const posts = [...(await v1.query<QueuedPost>(WAITING)), ...(await v1.query<QueuedPost>(NEXT_OF_SERIES))];
  await queue.addBulk(
    posts.map(({ id, delay }) => ({
      name: NAME,
      data: { id },
      opts: { ...ONCE, jobId: id, delay: Math.ceil(delay) },
    })),
  );
  await queue.close();
}

/** Starts the worker and both repairs. `stop` rejects if a job failed. */
export function startV1Queue(
  v1: V1Source,
  { redisUrl, repairMs, publisher }: QueueOptions,
): { stop(): Promise<void>; kill(): void } {
  const queue = openV1Queue(redisUrl);
  const plugs = openV1Queue(redisUrl, 'plugs');
  const worker = new Worker<{ id: string }>(
    NAME,
    async ({ data }) => {
      const [post] = await v1.query<DuePost>(BY_ID, [data.id]);
      if (!post) return false;
      const postId = await publisher.send(post);
      await publisher.note(post.id, postId);
      for (const { plugId } of await plugsOf(v1, post.channel)) {
        await addPlug(plugs, { plugId, postId, currentRun: 1 });
      }
      return true;
    },
    { connection: { url: redisUrl }, concurrency: AT_ONCE },
  );
  worker.on('completed', ({ data }, published: unknown) => {
    if (published === true) void addNextOfSeries(v1, queue, data.id).catch(() => undefined);
  });
  const failed: Error[] = [];
  worker.on('failed', (_, error) => void failed.push(error));
  // v1 goes on when its Redis is back.
  worker.on('error', () => undefined);
  for (const one of [queue, plugs]) one.on('error', () => undefined);
  let repairing: Promise<unknown> = repair(v1, queue);
  const timer = setInterval(() => (repairing = repair(v1, queue)), repairMs);
  return {
    async stop() {
      clearInterval(timer);
      await repairing;
      await worker.close();
      await Promise.all([queue.close(), plugs.close()]);
      if (failed.length) throw new AggregateError(failed, 'v1 could not publish');
    },
    kill() {
      clearInterval(timer);
      // Its connections break, its jobs stay locked until the locks end, and nothing more is written.
      void worker.close(true);
      for (const one of [queue, plugs]) void one.disconnect();
    },
  };
}

async function repair(v1: V1Source, queue: Queue): Promise<void> {
  try {
    const posts = [...(await v1.query<QueuedPost>(SOON)), ...(await v1.query<QueuedPost>(LATE))];
    const states = await Promise.all(posts.map(({ id }) => queue.getJobState(id)));
    for (const post of posts.filter((_, n) => !['delayed', 'waiting'].includes(states[n] ?? ''))) {
      // What v1 publishes between its two looks, it publishes again. It looks once an hour; here, where that
      // is each second, a busy machine would see that all the time.
      if ((await v1.query(STILL_WAITING, [post.id])).length) await add(queue, post);
    }
  } catch {
    // Looked at again by the next one.
  }
}

// v1 adds it while the job of the same id runs, which may do nothing; here the series always goes on.
async function addNextOfSeries(v1: V1Source, queue: Queue, id: string): Promise<void> {
  const [series] = await v1.query<{ days: number }>(INTERVAL, [id]);
  if (series) await add(queue, { id, delay: series.days * DAY_MS });
}
