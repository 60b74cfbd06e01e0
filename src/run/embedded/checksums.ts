/** Checksums of programs in the cache: written when they are put there, checked before they run. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** Name of the file with the checksums of the others in its folder. */
export const CHECKSUMS = 'SHA256SUMS';

/** Writes `SHA256SUMS` (the format of sha256sum) for files of a folder. */
export async function writeChecksums(folder: string, files: readonly string[]): Promise<void> {
  const lines = await Promise.all(
    files.map(async (file) => `${await sha256(join(folder, file))}  ${file}\n`),
  );
  await writeFile(join(folder, CHECKSUMS), lines.join(''));
}

/**
 * What is wrong with the folder: null when every file is there and unchanged. `missing` = there is no such
 * folder yet.
 */
export async function checkChecksums(
  folder: string,
  files: readonly string[],
): Promise<null | 'missing' | 'changed'> {
  const sums = await readFile(join(folder, CHECKSUMS), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (sums === null) return 'missing';
  const same = await Promise.all(
    files.map(async (file) => sums.includes(`${await sha256OrNone(join(folder, file))}  ${file}\n`)),
  );
  return same.every(Boolean) ? null : 'changed';
}

/** SHA-256 of a file, in hexadecimal. */
export async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash);
  return hash.digest('hex');
}

function sha256OrNone(path: string): Promise<string> {
  return sha256(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return 'none';
    throw error;
  });
}
