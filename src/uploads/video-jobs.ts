/**
 * Converts and trims videos of the library, which takes longer than a request may. A row has how it goes; the
 * process that was asked does the work, and says at `touched_at` that it still does. The result is one more
 * upload, and the video stays.
 */
import { v7 as uuidv7 } from 'uuid';
import type { MediaFile } from '../../providers/_kit/contract.ts';
import type { Sentence } from '../../providers/_kit/sentences/fill.ts';
import type { Context } from '../platform/context.ts';
import { queryInside, type Statement } from '../platform/database.ts';
import { ApiError, type Issue } from '../platform/errors.ts';
import { createFairQueue } from '../platform/media/fair-queue.ts';
import type { Trim } from '../platform/media/ffmpeg.ts';
import { sentence } from '../platform/sentences.ts';
import type { EntityManager } from '../platform/database.ts';
import { changeVideo, type VideoContext } from './change-video.ts';
import { asStored, openOwnMedia } from './open-own-media.ts';
import type { StoredMedia } from '../platform/media/storage.ts';

/** What is to be done with a video; without `trim` it is converted as a whole. */
export interface VideoRequest {
  readonly organizationId: string;
  readonly mediaId: string;
  readonly trim?: Trim;
  /** Runs in the transaction that begins it. */
  readonly remember?: ((tx: EntityManager, job: VideoJob) => Promise<void>) | undefined;
}

/** `progress` in percent. `media`: the result, once it is `done`; null if it was deleted since. */
export interface VideoJob {
  readonly id: string;
  readonly kind: 'convert' | 'trim';
  readonly state: 'running' | 'done' | 'failed';
  readonly progress: number;
  readonly media: StoredMedia | null;
  readonly error: Sentence | null;
}

type VideoJobContext = VideoContext & Pick<Context, 'database' | 'log' | 'inBackground'>;

/** How many of one organisation may be under way, those that wait included. */
const AT_ONCE = 5;
/** A job that nobody has touched for this long is over: its process has ended. */
const LOST = "interval '1 minute'";
const TOUCH_MS = 5_000;
/** Shorter parts are no video for any network. */
const MIN_TRIM_MS = 500;

const COUNT: Statement = {
  name: 'video-jobs-running',
  text: `select count(*)::int as n
    from video_job
    where organization_id = $1 and state = 'running' and touched_at > now() - ${LOST}`,
};
const FORGET: Statement = {
  name: 'video-jobs-forget',
  text: "delete from video_job where organization_id = $1 and created_at < now() - interval '1 day'",
};
const BEGIN: Statement = {
  name: 'video-job-begin',
  text: 'insert into video_job (id, organization_id, kind) values ($1, $2, $3)',
};
const TOUCH: Statement = {
  name: 'video-job-touch',
  text: "update video_job set touched_at = now(), progress = $2 where id = $1 and state = 'running'",
};
const DONE: Statement = {
  name: 'video-job-done',
  text: "update video_job set state = 'done', progress = 100, result_id = $2 where id = $1",
};
const FAILED: Statement = {
  name: 'video-job-failed',
  text: "update video_job set state = 'failed', failure = $2 where id = $1 and state = 'running'",
};
const READ: Statement = {
  name: 'video-job-read',
  text: `select organization_id as "organizationId", kind, state, progress, result_id as "resultId", failure,
      state = 'running' and touched_at < now() - ${LOST} as lost
    from video_job
    where id = $1`,
};

interface JobRow extends Pick<VideoJob, 'kind' | 'state' | 'progress'> {
  readonly organizationId: string;
  readonly resultId: string | null;
  readonly failure: Sentence | null;
  readonly lost: boolean;
}

/** One at a time in each process, and organisations in turn: ffmpeg takes two processors. */
const inTurn = createFairQueue(AT_ONCE);

/**
 * Begins to convert or to trim a video.
 *
 * @throws ApiError `media_not_found`, `foreign_resource`, `cannot_change_video` with the field that is in the
 * way, `conversion_off`, `videos_busy`
 */
export async function beginVideoJob(context: VideoJobContext, request: VideoRequest): Promise<VideoJob> {
  const { row, file } = await openOwnMedia(context, request.organizationId, request.mediaId);
  assertPossible(context, file, request.trim);
  const kind = request.trim ? 'trim' : 'convert';
  const job: VideoJob = { id: uuidv7(), kind, state: 'running', progress: 0, media: null, error: null };
  await context.database.fork().transactional(async (tx) => {
    await tx.execute('select 1 from organization where id = ? for no key update', [request.organizationId]);
    await queryInside(tx, FORGET, [request.organizationId]);
    const [running] = await queryInside<{ n: number }>(tx, COUNT, [request.organizationId]);
    if ((running?.n ?? 0) >= AT_ONCE) {
      throw new ApiError('videos_busy', { headers: { 'retry-after': '60' } });
    }
    await queryInside(tx, BEGIN, [job.id, request.organizationId, kind]);
    await request.remember?.(tx, job);
  });
  context.inBackground(run(context, request, { job, file, row }));
  return job;
}

function assertPossible({ config }: VideoContext, file: MediaFile, trim: Trim | undefined): void {
  if (file.kind !== 'video') throw cannot({ path: 'id', ...sentence('only_videos') });
  if (!trim) {
    if (!config.CRIER_FFMPEG) throw new ApiError('conversion_off');
    return;
  }
  const { startMs, endMs } = trim;
  const max = file.durationMs ?? Infinity;
  if (startMs >= max) throw cannot({ path: 'startMs', ...sentence('trim_after_end', { max }) });
  if (endMs - startMs < MIN_TRIM_MS) {
    throw cannot({ path: 'endMs', ...sentence('trim_too_short', { min: MIN_TRIM_MS }) });
  }
}

const cannot = (issue: Issue): ApiError => new ApiError('cannot_change_video', { issues: [issue] });

interface Begun {
  readonly job: VideoJob;
  readonly file: MediaFile;
  readonly row: { readonly name: string; readonly alt: string | null };
}

async function run(
  context: VideoJobContext,
  request: VideoRequest,
  { job, file, row }: Begun,
): Promise<void> {
  const { database, log, stopping } = context;
  let progress = 0;
  const touch = setInterval(() => {
    void database.query(TOUCH, [job.id, progress]).catch(() => undefined); // the next one says it
  }, TOUCH_MS).unref();
  try {
    await inTurn({ owner: request.organizationId, signal: stopping }, () =>
      changeVideo(context, {
        ...request,
        ...row,
        file,
        onProgress: (percent) => (progress = percent),
        done: async (tx, { id }) => void (await queryInside(tx, DONE, [job.id, id])),
      }),
    );
  } catch (error) {
    const why = reasonOf(error, stopping);
    log.warn({ err: error, videoJob: job.id }, 'a video was not changed');
    await database.query(FAILED, [job.id, JSON.stringify(why)]);
  } finally {
    clearInterval(touch);
  }
}

function reasonOf(error: unknown, stopping: AbortSignal): Sentence {
  if (stopping.aborted) return sentence('video_interrupted');
  return error instanceof ApiError ? error.sentence : sentence('video_failed');
}

/** @throws ApiError `video_job_not_found`, `foreign_resource` */
export async function readVideoJob(
  { database, storage }: Pick<Context, 'database' | 'storage'>,
  organizationId: string,
  id: string,
): Promise<VideoJob> {
  const [row] = await database.query<JobRow>(READ, [id]);
  if (!row) throw new ApiError('video_job_not_found');
  if (row.organizationId !== organizationId) throw new ApiError('foreign_resource');
  const { kind, state, progress, resultId, failure, lost } = row;
  if (lost) return { id, kind, state: 'failed', progress, media: null, error: sentence('video_interrupted') };
  const file = resultId ? await storage.find(organizationId, resultId) : undefined;
  return { id, kind, state, progress, media: file ? asStored(file) : null, error: failure };
}
