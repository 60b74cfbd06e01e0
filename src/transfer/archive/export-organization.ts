/** Exports an organisation into a file or a stream, and moves it away if asked to. */
import { createWriteStream, rmSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { basename, dirname, join, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import type { Database } from '../../platform/database.ts';
import { whyNotWritable } from '../../platform/new-file.ts';
import { ArchiveError } from './archive-error.ts';
import type { Manifest } from './manifest.ts';
import { moveAway, noteMoved, takeBack } from './move-away.ts';
import { writeArchive, type ExportDeps, type ExportOptions } from './write-archive.ts';

/** `to`: the path of a file that does not exist, or a stream. */
export interface ExportTo extends ExportOptions {
  readonly to: string | Writable;
  /** From now on this instance publishes nothing for it. */
  readonly move: boolean;
}

/**
 * The file appears once it is complete and on the disk, readable by its owner alone. When a move fails or is
 * ended by the signal before that, this instance goes on publishing as before. When the process is killed, it
 * publishes nothing until a person has typed what the freeze asks for.
 *
 * @throws ArchiveError
 */
export async function exportOrganization(
  deps: ExportDeps & { readonly database: Database },
  options: ExportTo,
): Promise<{ manifest: Manifest; bytes: number }> {
  const { to, organizationId, move, signal } = options;
  const obstacle = typeof to === 'string' ? whyNotWritable(resolve(to)) : null;
  if (obstacle) throw new ArchiveError(obstacle.code, obstacle.message, obstacle);
  const moved = move && (await moveAway(deps.database, organizationId, { signal }));
  let written: { manifest: Manifest; bytes: number };
  try {
    written =
      typeof to === 'string'
        ? await writeFileArchive(deps, options, resolve(to))
        : await writeArchive(deps, options, to);
  } catch (error) {
    if (moved) await takeBack(deps.database, organizationId, { resume: true });
    throw error;
  }
  if (move) await noteMoved(deps.database, organizationId);
  return written;
}

async function writeFileArchive(
  deps: ExportDeps,
  options: ExportOptions,
  file: string,
): Promise<{ manifest: Manifest; bytes: number }> {
  const part = join(dirname(file), `.${basename(file)}.${randomBytes(6).toString('hex')}.part`);
  try {
    const out = createWriteStream(part, { mode: 0o600, flags: 'wx', flush: true });
    const written = await writeArchive(deps, options, out);
    options.signal?.throwIfAborted();
    await rename(part, file);
    await syncFolder(dirname(file)).catch((error: unknown) => {
      rmSync(file, { force: true });
      throw error;
    });
    return written;
  } finally {
    rmSync(part, { force: true });
  }
}

/** A name is on the disk once its folder is. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
