/** The official programs from the archives that Temporal publishes. */
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { lastLine, StartError } from '../../platform/start-error.ts';
import { writeChecksums } from './checksums.ts';
import { downloadArchive } from './download-archive.ts';
import type { RunJob } from './jobs.ts';
import { NAMES_IN_ARCHIVES, type OfficialArchive } from './official-archives.ts';
import { FILES } from './temporal-versions.ts';

/**
 * Downloads the three programs into `folder`, which appears only when all are there.
 *
 * @throws StartError with one line of why they are not
 */
export async function downloadTemporal(
  folder: string,
  archives: readonly OfficialArchive[],
  run: RunJob,
): Promise<void> {
  const draft = `${folder}.download`;
  const bin = join(draft, 'bin');
  try {
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(bin, { recursive: true });
    for (const archive of archives) await downloadArchive(archive, draft, { run });
    for (const [name, file] of Object.entries(NAMES_IN_ARCHIVES)) {
      if (!existsSync(join(draft, name))) throw new Error(`the archives have no ${name} in them`);
      renameSync(join(draft, name), join(bin, file));
      chmodSync(join(bin, file), 0o755);
    }
    await writeChecksums(bin, FILES);
    rmSync(folder, { recursive: true, force: true });
    renameSync(bin, folder);
  } catch (error) {
    throw new StartError(`the download of Temporal's release failed: ${lastLine((error as Error).message)}`, {
      cause: error,
    });
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
