/** Folders and small files of the embedded servers. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { explainFailure } from '../platform/start-error.ts';

/** Makes a folder when it is missing. @throws StartError with the fix when that is not possible */
export function ensureFolder(
  path: string,
  options: { readonly variable: string; readonly mode: number },
): void {
  try {
    mkdirSync(path, { recursive: true, mode: options.mode });
  } catch (error) {
    throw explainFailure(`Could not make the folder ${path}`, error, options.variable);
  }
}

/**
 * Writes a file of the data folder, readable by us alone, whole or not at all. @throws StartError with the
 * fix
 */
export function writePrivate(path: string, text: string): void {
  const draft = `${path}.${process.pid}`;
  try {
    writeFileSync(draft, text, { mode: 0o600 });
    renameSync(draft, path);
  } catch (error) {
    throw explainFailure(`Could not write ${path}`, error, 'CRIER_DATA_DIR');
  }
}

/**
 * The trimmed text of a file, or null when there is none. @throws StartError when it is there and cannot be
 * read
 */
export function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw explainFailure(`Could not read ${path}`, error, 'CRIER_DATA_DIR');
  }
}
