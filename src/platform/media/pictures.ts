/**
 * All work on untrusted files: inspecting, turning, removing the location, converting, fitting, and making
 * documents. It is done in a process of its own with limits (picture-process.ts), one file at a time, so the
 * memory that it needs does not grow with the number of requests; and organisations are served in turn.
 */
import { ApiError } from '../errors.ts';
import type { DetectedMedia } from './accepted-media.ts';
import { createFairQueue, QueueFull, type Waiting } from './fair-queue.ts';
import { CannotFit } from './fit-shape.ts';
import type { Job, ReceivedFacts } from './picture-jobs.ts';
import { createPictureProcess, PictureLost, type DoJob } from './picture-process.ts';
import { sentence } from '../sentences.ts';

type Of<Kind extends Job['kind']> = Omit<Extract<Job, { kind: Kind }>, 'kind'>;

/**
 * The jobs on pictures, each for an organisation. @throws ApiError `pictures_busy` when too many of its files
 * wait already
 */
export interface Pictures {
  /**
   * Makes a received file what is stored: of a type that networks take, upright, and without the place where
   * its picture was taken.
   *
   * @throws ApiError `unsupported_file`, `file_too_large`
   */
  receive(organizationId: string, job: Of<'receive'>): Promise<ReceivedFacts>;
  /** What a file is, and nothing is changed. @throws as receive */
  look(organizationId: string, job: Of<'look'>): Promise<DetectedMedia>;
  /** The type of a file by its first bytes, if it is known. @throws ApiError `unsupported_file` */
  type(organizationId: string, job: Of<'type'>): Promise<string | undefined>;
  /** `size` in bytes of the copy. @throws CannotFit with a message for the user */
  fit(organizationId: string, job: Of<'fit'>): Promise<{ readonly size: number }>;
  /** Trims a video at its key frames. `size` in bytes. @throws ApiError `unsupported_file` */
  trim(organizationId: string, job: Of<'trim'>): Promise<{ readonly size: number }>;
  /**
   * @throws ApiError `unsupported_file` for pictures that cannot be read, `file_too_large`; the reason of the
   * signal
   */
  document(waiting: Waiting, job: Of<'document'>['document']): Promise<void>;
}

export interface PictureOptions {
  /** Does a job in the process for pictures. */
  readonly doJob: DoJob;
  /** How many files of one organisation wait. */
  readonly longest: number;
}

const MB = 1024 * 1024;
/** The largest pictures take a tenth of the time and two thirds of the memory. */
const LIMITS = { ms: 60_000, bytes: 1536 * MB };
/** A video may be copied at 10 MB a second, besides. */
const BYTES_PER_MS = 10_000;
/** For each page of a document. */
const PAGE_MS = 10_000;
const LONGEST = 100;
const RETRY_AFTER_SECONDS = 10;

export function createPictures({ doJob, longest }: PictureOptions): Pictures {
  const inTurn = createFairQueue(longest);
  const run = async <T>(waiting: Waiting, job: Job, moreMs?: number): Promise<T> => {
    try {
      return (await inTurn(waiting, () => doJob(job, moreMs))) as T;
    } catch (error) {
      throw error instanceof QueueFull ? tooMany() : error instanceof PictureLost ? lost(job, error) : error;
    }
  };
  return {
    receive: (owner, job) =>
      run({ owner }, { kind: 'receive', ...job }, Math.ceil(job.file.size / BYTES_PER_MS)),
    look: (owner, job) => run({ owner }, { kind: 'look', ...job }),
    type: (owner, job) => run({ owner }, { kind: 'type', ...job }),
    fit: (owner, job) => run({ owner }, { kind: 'fit', ...job }),
    trim: (owner, job) => run({ owner }, { kind: 'trim', ...job }, Math.ceil(job.from.size / BYTES_PER_MS)),
    document: (waiting, document) =>
      run(waiting, { kind: 'document', document }, document.from.length * PAGE_MS),
  };
}

/**
 * The jobs of this process: the child is started with the first file, and ended when there is nothing to do.
 */
export const pictures = createPictures({ doJob: createPictureProcess(LIMITS), longest: LONGEST });

const tooMany = (): ApiError =>
  new ApiError('pictures_busy', { headers: { 'retry-after': String(RETRY_AFTER_SECONDS) } });

function lost({ kind }: Job, cause: PictureLost): Error {
  if (kind === 'fit') {
    return new CannotFit({ path: 'id', ...sentence('fit_too_heavy') });
  }
  return new ApiError('unsupported_file', { ...sentence('file_too_heavy'), cause });
}
