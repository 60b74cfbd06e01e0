import { counted } from '../../../platform/counted.ts';
import { StorageProblem, type StoreName } from '../../../platform/media/stores/file-store.ts';
import { moveFiles, type Moved } from '../../../uploads/move-files.ts';
import type { Session } from '../command.ts';
import { CliError } from '../errors.ts';
import { write, type Answer } from '../output.ts';
import { fileLines, inMegabytes } from './words.ts';

const NAMES: readonly StoreName[] = ['local', 's3'];

/** `storage move`: reports what was moved, and what is left and why. It can be typed again at any time. */
export async function move(session: Session, from: string, to: string): Promise<Answer> {
  const [source, target] = [NAMES.find((name) => name === from), NAMES.find((name) => name === to)];
  if (!source || !target || source === target) {
    throw new CliError(
      'usage',
      'Name the folder and the bucket: storage move local s3, or storage move s3 local',
    );
  }
  const { context } = session;
  const stop = new AbortController();
  const end = (): void => stop.abort();
  process.once('SIGINT', end);
  try {
    const moved = await asCliError(() =>
      moveFiles(context, {
        from: source,
        to: target,
        signal: stop.signal,
        say: ({ moved: done, left }) => {
          if (!session.json) void write(process.stderr, `${counted(done, 'file')} moved, ${left} left\n`);
        },
      }),
    );
    return answerOf(moved, { from: source, to: target, now: context.storage.stores.current.name });
  } finally {
    process.off('SIGINT', end);
  }
}

/** The storage's message is for the person who types the command. */
export async function asCliError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StorageProblem)) throw error;
    throw new CliError('storage_unavailable', error.message, { cause: error });
  }
}

function answerOf(
  { moved, bytes, missing, damaged }: Moved,
  { from, to, now }: { from: StoreName; to: StoreName; now: StoreName },
): Answer {
  return {
    json: { moved, bytes, missing, damaged },
    failed: damaged.length > 0,
    lines: [
      `${counted(moved, 'file')} (${inMegabytes(bytes)}) moved from ${from} to ${to}, each compared by its SHA-256`,
      ...fileLines('Not there, or of another length than the library says; left as they are', missing),
      ...fileLines('Of another SHA-256 than when they were stored; left as they are', damaged),
      ...(now === from
        ? [`New files are still stored in ${from}: set STORAGE_PROVIDER=${to}, restart, and run this again`]
        : []),
      ...(moved
        ? [`The copies in ${from} stay for a day; after that, storage check --remove deletes them`]
        : []),
    ],
  };
}
