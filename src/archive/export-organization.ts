/** Exports an organisation into a file or a stream, and moves it away if asked to. */
import { createWriteStream, rmSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { basename, dirname, join, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import type { Database } from '../platform/database.ts';
import { whyNotWritable } from '../platform/new-file.ts';
import { ArchiveError } from './archive-error.ts';
import type { Manifest } from './manifest.ts';
import { moveAway, takeBack } from './move-away.ts';
import { writeArchive, type ExportDeps, type ExportOptions } from './write-archive.ts';

/** `to`: the path of a file that does not exist, or a stream. */
export interface ExportTo extends ExportOptions {
  readonly to: string | Writable;
  /** From now on this instance publishes nothing for it. */
  readonly move: boolean;
}

/**
 * The file appears once it is complete, readable by its owner alone. When a move fails, this instance goes on
 * publishing as before.
 *
 * @throws ArchiveError
 */
export async function exportOrganization(
  deps: ExportDeps & { readonly database: Database },
  options: ExportTo,
): Promise<{ manifest: Manifest; bytes: number }> {
  const { to, organizationId, move } = options;
  const obstacle = typeof to === 'string' ? whyNotWritable(resolve(to)) : null;
  if (obstacle) throw new ArchiveError(obstacle.code, obstacle.message, obstacle);
  const moved = move && (await moveAway(deps.database, organizationId));
  try {
    return typeof to === 'string'
      ? await writeFileArchive(deps, options, resolve(to))
      : await writeArchive(deps, options, to);
  } catch (error) {
    if (moved) await takeBack(deps.database, organizationId, { resume: true });
    throw error;
  }
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
    await rename(part, file);
    return written;
  } finally {
    rmSync(part, { force: true });
  }
}

/** A missing folder is not made: it may be a disk that is not mounted. */
