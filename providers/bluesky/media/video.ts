/** Bluesky's video service: takes a file, encodes it and stores the result at the account's PDS. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Json, MediaFile, ProviderContext, PublishRequest } from '../../_kit/contract.ts';
import { PROCESSING_MS, uploadMs } from '../../_kit/bounds.ts';
import { OutcomeUnknown, ProviderError, Rejected } from '../../_kit/errors.ts';
import type { HttpFailure } from '../../_kit/http.ts';
import { uploadOnce } from '../../_kit/uploads.ts';
import { type ServiceUrls, urlsOf, xrpc } from '../api.ts';
import { answeredWithout } from '../../_kit/answered-without.ts';
import { catalogue } from '../../_kit/sentences/catalogue.ts';
import { english } from '../sentences.ts';

const sentence = catalogue(english);

const FIRST_POLL_MS = 1000;
const LONGEST_POLL_MS = 10_000;
const TOKEN_SECONDS = 30 * 60;
/** The job of an upload, so that the next try waits for it instead of sending the file again. */
const JOB = { name: 'video job', forMs: 45 * 60_000 } as const;

// Lexicon app.bsky.video.defs#jobStatus; every state but JOB_STATE_COMPLETED and JOB_STATE_FAILED means
// "still working".
interface Job {
  readonly jobId: string;
  readonly state: string;
  readonly blob?: Json;
  readonly error?: string;
  readonly failureCode?: string;
  readonly message?: string;
}

/**
 * The video service to use: BLUESKY_VIDEO_SERVICE, else Bluesky's own for accounts that Bluesky hosts, else
 * none (the file goes to the PDS).
 */
export function videoServiceFor({ service, pds }: ServiceUrls, ctx: ProviderContext): string | null {
  if (ctx.env.BLUESKY_VIDEO_SERVICE) return ctx.env.BLUESKY_VIDEO_SERVICE;
  const isBluesky = [service, pds].some((url) => /(^|\.)bsky\.(social|network)$/.test(new URL(url).hostname));
  return isBluesky ? 'https://video.bsky.app' : null;
}

/**
 * Sends a video through the service and waits until it is encoded.
 *
 * @returns the blob for the record
 * @throws Rejected with the service's message if it rejects the video; OutcomeUnknown if encoding takes
 * longer than `PROCESSING_MS`
 */
export async function processVideo(
  file: MediaFile,
  { request, service }: { request: PublishRequest; service: string },
  ctx: ProviderContext,
): Promise<Json> {
  const { channel } = request;
  let job = jobOf(
    await uploadOnce(ctx, JOB, async () => {
      const token = await serviceToken(request, ctx);
      const started = await uploadVideo(file, { did: channel.internalId, service, token }, ctx);
      return { jobId: started.jobId, state: started.state, ...(started.blob ? { blob: started.blob } : {}) };
    }),
  );
  const until = ctx.now().getTime() + PROCESSING_MS;
  for (let pause = FIRST_POLL_MS; !job.blob; pause = Math.min(pause * 1.5, LONGEST_POLL_MS)) {
    if (job.state === 'JOB_STATE_FAILED') {
      await ctx.uploads?.forget(JOB.name);
      throw failureOf(job);
    }
    if (ctx.now().getTime() > until) {
      throw new OutcomeUnknown(sentence('bluesky_still_encoding', { minutes: PROCESSING_MS / 60_000 }));
    }
    await sleep(pause, undefined, { signal: ctx.signal });
    job = jobOf(await xrpc(ctx, service, 'app.bsky.video.getJobStatus', { query: { jobId: job.jobId } }));
  }
  return job.blob;
}

// The service stores the video at the PDS in the account's name: the token allows that one method there.
async function serviceToken({ channel }: PublishRequest, ctx: ProviderContext): Promise<string> {
  const { pds } = urlsOf(channel);
  const { did: aud } = await xrpc<{ did: string }>(ctx, pds, 'com.atproto.server.describeServer');
  const exp = String(Math.floor(ctx.now().getTime() / 1000) + TOKEN_SECONDS);
  const query = { aud, lxm: 'com.atproto.repo.uploadBlob', exp };
  return (
    await xrpc<{ token: string }>(ctx, pds, 'com.atproto.server.getServiceAuth', {
      token: channel.credentials.accessJwt,
      query,
    })
  ).token;
}

async function uploadVideo(
  file: MediaFile,
  to: { did: string; service: string; token: string },
  ctx: ProviderContext,
): Promise<Job> {
  try {
    return jobOf(
      await xrpc(ctx, to.service, 'app.bsky.video.uploadVideo', {
        token: to.token,
        query: { did: to.did, name: file.fileName },
        file: { mime: file.mime, data: await file.blob() },
        timeoutMs: uploadMs(file.size),
        mapFailure: mapDuplicate,
      }),
    );
  } catch (error) {
    if (error instanceof DuplicateVideo) return error.job;
    throw error;
  }
}

/** The service already has this file from this account: an error, but one that names the job. */
class DuplicateVideo extends ProviderError {
  readonly kind = 'rejected';
  readonly job: Job;

  constructor(job: Job) {
    super('This video has already been uploaded', { networkCode: 'already_exists' });
    this.job = job;
  }
}

function mapDuplicate({ body }: HttpFailure): DuplicateVideo | null {
  const job = body && typeof body === 'object' ? jobIn(body) : null;
  return job?.error === 'already_exists' && job.jobId ? new DuplicateVideo(job) : null;
}

function failureOf(job: Job): ProviderError {
  const options = { networkCode: job.failureCode ?? 'JOB_STATE_FAILED' };
  // The one failure between the two servers; all others concern the video.
  if (job.failureCode === 'pds_upload_failure') {
    return new OutcomeUnknown(
      sentence('bluesky_video_not_stored', { why: job.message ?? job.error ?? 'no reason given' }),
      options,
    );
  }
  return new Rejected(
    sentence('bluesky_video_not_used', {
      why: job.message ?? job.error ?? job.failureCode ?? 'no reason given',
    }),
    options,
  );
}

function jobOf(answer: unknown): Job {
  const job = answer && typeof answer === 'object' ? jobIn(answer) : null;
  if (!job?.jobId) throw new OutcomeUnknown(answeredWithout('The video service', 'a job'));
  return job;
}

// The lexicon wraps the job in `jobStatus`; the live service also answers without the wrapper.
function jobIn(answer: object): Job {
  return ('jobStatus' in answer ? answer.jobStatus : answer) as Job;
}
