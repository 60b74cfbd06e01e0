/** Archives that are unpacked only if they have the checksum that we know. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { RunJob } from './jobs.ts';
import type { OfficialArchive } from './official-archives.ts';

/** Long enough for 45 MB on a slow line; a network that swallows packets must not hold the start for ever. */
const TIMEOUT_MS = 300_000;

/** Downloads an archive and unpacks these of its files into the folder; all of them, if none are named. */
export async function downloadArchive(
  { url, sha256 }: OfficialArchive,
  folder: string,
  { run, files = [] }: { readonly run: RunJob; readonly files?: readonly string[] },
): Promise<void> {
  const file = join(folder, 'archive.tar.gz');
  const fetcher = join(import.meta.dirname, 'fetch-archive.ts');
  const shared = { name: 'temporal-download', timeoutMs: TIMEOUT_MS };
  await run({ ...shared, command: process.execPath, args: [fetcher, url, sha256, file] });
  await run({ ...shared, command: 'tar', args: ['-xzf', file, '-C', folder, ...files] });
  rmSync(file);
}
