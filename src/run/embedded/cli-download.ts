/** The Temporal CLI in the cache: downloaded once, run only if its archive has the checksum that we know. */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { lastLine, StartError } from '../../platform/start-error.ts';
import { checkChecksums, writeChecksums } from './checksums.ts';
import { CLI_VERSION, cliArchive } from './cli-archive.ts';
import { downloadArchive } from './download-archive.ts';
import { runJob, type RunJob } from './jobs.ts';
import type { OfficialArchive } from './official-archives.ts';

const PROGRAM = 'temporal';

const folderOf = (cacheDir: string): string =>
  join(cacheDir, `temporal-cli-${CLI_VERSION}-${process.platform}-${process.arch}`);

/** The path of the program that was downloaded before and is unchanged; null when there is none. */
export async function cachedCli(cacheDir: string): Promise<string | null> {
  const folder = folderOf(cacheDir);
  return (await checkChecksums(folder, [PROGRAM])) === null ? join(folder, PROGRAM) : null;
}

/**
 * The path of the program in the cache, downloaded when it is not there yet.
 *
 * @throws StartError with one line of why it could not be downloaded
 */
export async function downloadCli(
  cacheDir: string,
  { run = runJob, archive = cliArchive() }: { run?: RunJob; archive?: OfficialArchive | undefined } = {},
): Promise<string> {
  const cached = await cachedCli(cacheDir);
  if (cached) return cached;
  if (!archive) throw new StartError(`there is no Temporal CLI for ${process.platform}-${process.arch}`);
  mkdirSync(cacheDir, { recursive: true });
  const draft = mkdtempSync(join(cacheDir, 'download-'));
  try {
    await downloadArchive(archive, draft, { run, files: [PROGRAM] });
    if (!existsSync(join(draft, PROGRAM))) throw new Error('the archive has no program in it');
    chmodSync(join(draft, PROGRAM), 0o755);
    await writeChecksums(draft, [PROGRAM]);
    // Readable for PostgreSQL's own user too, as everything in the cache.
    chmodSync(draft, 0o755);
    rmSync(folderOf(cacheDir), { recursive: true, force: true });
    renameSync(draft, folderOf(cacheDir));
    return join(folderOf(cacheDir), PROGRAM);
  } catch (error) {
    throw new StartError(`the download of the Temporal CLI failed: ${lastLine((error as Error).message)}`, {
      cause: error,
    });
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
