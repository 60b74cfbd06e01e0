/**
 * Pictures that were stored before uploads were cleaned, or that came from v1 or out of an archive: each is
 * treated like an upload once, when a post first uses it.
 */
import { copyFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { LockMode, type InferEntity } from '@mikro-orm/core';
import { Media } from '../../entities/media.ts';
import type { Database } from '../database.ts';
import { ApiError } from '../errors.ts';
import { withIncomingFile } from './incoming.ts';
import type { ReceivedFacts } from './picture-jobs.ts';
import { pictures } from './pictures.ts';

type Stored = InferEntity<typeof Media>;

interface Deps {
  readonly database: Database;
  readonly folder: string;
}

/** `facts` of a copy that was treated; none where that failed. `isNew`: its bytes are other ones. */
interface Cleaned {
  readonly facts: ReceivedFacts | undefined;
  readonly copy: string;
  readonly isNew: boolean;
}

/**
 * The row of a file, which is upright and names neither a place nor a camera from here on. A picture that
 * cannot be treated stays as it came: a post that was accepted with it goes out.
 *
 * @returns undefined when the file is gone, or is another one
 * @throws ApiError `pictures_busy`, `storage_full`: nothing has changed
 */
export async function asCleaned(deps: Deps, row: Stored): Promise<Stored | undefined> {
  if (!row.mime.startsWith('image/')) return row;
  const file = join(deps.folder, row.path);
  const size = (await stat(file).catch(() => null))?.size;
  if (!size) return undefined;
  if (row.cleanedAt && size === row.size) return row;
  return withIncomingFile(deps.folder, async (copy) => {
    await copyFile(file, copy);
    // Whoever cleaned it was interrupted, or the row or the file came back from a copy of that moment. What
    // can be written again is whole, and only we write here.
    const again = size !== row.size;
    const { ino } = await stat(copy);
    const facts = await received(row, { file: { path: copy, size }, again });
    if (again && !facts) return undefined;
    return keep(deps, row, { facts, copy, isNew: (await stat(copy)).ino !== ino });
  });
}

async function received(
  { organization, mime }: Stored,
  job: Parameters<typeof pictures.receive>[1],
): Promise<ReceivedFacts | undefined> {
  const facts = await pictures.receive(organization, job).catch((error: unknown) => {
    if (error instanceof ApiError && error.status < 500 && error.code !== 'pictures_busy') return undefined;
    throw error;
  });
  // Its address tells its type.
  return facts?.mime === mime ? facts : undefined;
}

/** The file first: a row that is one step behind it is known by its length. */
function keep({ database, folder }: Deps, row: Stored, { facts, copy, isNew }: Cleaned): Promise<Stored> {
  return database.fork().transactional(async (tx) => {
    const now = await tx.findOneOrFail(Media, { id: row.id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    // Another process was faster, or a new copy came from v1.
    const isSame = now.cleanedAt?.getTime() === row.cleanedAt?.getTime();
    if (!isSame || now.size !== row.size || now.path !== row.path) return now;
    now.cleanedAt = new Date();
    if (facts) {
      const { size, width, height } = facts;
      if (isNew) await rename(copy, join(folder, row.path));
      Object.assign(now, { size, width, height });
    }
    return now;
  });
}
