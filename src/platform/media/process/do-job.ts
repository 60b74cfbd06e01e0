/** The work of the process for pictures: the only place where parsers see untrusted bytes. */
import { fileTypeFromBuffer } from 'file-type';
import { ApiError } from '../../errors.ts';
import { CannotFit } from '../fit-shape.ts';
import type { Job, ReceivedFacts } from '../picture-jobs.ts';
import { isDiskFull } from '../storage.ts';
import { assertWhole } from './assert-whole.ts';
import { cleanPicture } from './clean-picture.ts';
import { convertBmp } from './convert-bmp.ts';
import { convertHeic } from './convert-heic.ts';
import { convertVideo } from './convert-video.ts';
import { assertShown, detectMedia } from './detect-media.ts';
import { fitPicture } from './fit-picture.ts';
import { trimVideo } from './trim-video.ts';
import { writeDocument } from './write-document.ts';
import { sentence } from '../../sentences.ts';

/**
 * @throws ApiError, CannotFit; an error of the disk. Anything else that a parser throws means that the file
 * is broken
 */
export async function doJob(job: Job): Promise<unknown> {
  return work(job).catch((cause: unknown) => {
    const isKnown = cause instanceof ApiError || cause instanceof CannotFit;
    if (isKnown || (cause instanceof Error && 'syscall' in cause) || isDiskFull(cause)) throw cause;
    throw new ApiError('unsupported_file', { ...sentence('file_damaged'), cause });
  });
}

async function work(job: Job): Promise<unknown> {
  switch (job.kind) {
    case 'receive':
      return receive(job.file, job.again ?? false);
    case 'look':
      return detectMedia(job.file);
    case 'type':
      return (await fileTypeFromBuffer(job.head))?.mime;
    case 'fit':
      return fitPicture(job.from, job.to, job.options);
    case 'trim':
      return trimVideo(job.from.path, job.to, job.trim);
    case 'document':
      return writeDocument(job.document);
  }
}

/**
 * Receives a file: turns it into a type that networks take, upright, without the place where its picture was
 * taken, and returns the facts about it.
 */
async function receive(
  { path, size: bytes }: { path: string; size: number },
  again: boolean,
): Promise<ReceivedFacts> {
  const file = { path, size: bytes };
  for (const convert of [convertHeic, convertBmp, convertVideo]) file.size = await convert(file);
  const received = await detectMedia(file);
  // What was stored before stays as it is.
  if (!again) await assertShown(path);
  const size = await cleanPicture(file, received.mime, again);
  // One that was written again was read to its end.
  if (!again && size === file.size) await assertWhole(path, received.mime);
  return size === file.size ? { ...received, size } : { ...(await detectMedia({ ...file, size })), size };
}
