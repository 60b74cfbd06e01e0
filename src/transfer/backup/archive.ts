/**
 * A backup is a tar file: manifest.json, a compressed file of rows for each table, and the uploads. The tar
 * program of the system packs and unpacks it.
 */
import { spawn } from 'node:child_process';
import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BackupError } from './backup-error.ts';

export const MANIFEST = 'manifest.json';
export const TABLES = 'tables';
const UPLOADS = 'uploads';

/** The path of a table inside the archive. */
export const tableFile = (table: string): string => `${TABLES}/${table}.gz`;

/** Packs the folder `staging` and the uploads in `paths` into `file`. */
export async function pack(
  file: string,
  staging: string,
  uploads: { readonly folder: string; readonly paths: readonly string[] },
): Promise<void> {
  const list = join(staging, 'uploads.list');
  writeFileSync(list, uploads.paths.map((path) => `${UPLOADS}/${path}\n`).join(''));
  // The paths in the archive begin with `uploads`, wherever the upload folder is.
  if (uploads.paths.length && existsSync(uploads.folder)) symlinkSync(uploads.folder, join(staging, UPLOADS));
  await tar(['-cf', file, '-C', staging, MANIFEST, TABLES, ...(uploads.paths.length ? ['-T', list] : [])]);
}

/** Unpacks the manifest and the tables. @throws BackupError `backup_not_readable` */
export async function unpackTables(file: string, into: string): Promise<void> {
  await tar(['-xf', file, '-C', into, MANIFEST, TABLES]).catch((cause: Error) => {
    throw new BackupError(
      'backup_not_readable',
      `${file} is not a backup, or is incomplete (${cause.message})`,
      { cause },
    );
  });
}

/** Unpacks the uploads into their folder. */
export async function unpackUploads(file: string, folder: string): Promise<void> {
  await tar(['-xf', file, '-C', folder, '--strip-components=1', UPLOADS]);
}

function tar(args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('tar', args, { stdio: ['ignore', 'ignore', 'pipe'] });
    const errors: Buffer[] = [];
    child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
    child.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'ENOENT' ? new Error('the tar program is not installed', { cause: error }) : error,
      ),
    );
    child.once('close', (code) =>
      code === 0
        ? resolve()
        : reject(
            new Error(Buffer.concat(errors).toString().trim().split('\n')[0] || `tar exited with ${code}`),
          ),
    );
  });
}
