import { closeSync, openSync, readSync } from 'node:fs';

/** Stands for standard input or output. */
export const STREAM = '-';
/** How every zip file with something in it begins. */
const ZIP = Buffer.from('PK\u0003\u0004', 'latin1');

/** Workbooks are zip files too, also under the name of a table; a person who imports one wants a table. */
const TABLE = /\.(?:xlsx|xlsm|ods|numbers|csv|tsv|txt)$/i;

/**
 * Whether a file is an archive of an organisation and not a table, by its first bytes or else by its name.
 */
export function isArchive(file: string): boolean {
  if (file === STREAM) return true;
  if (TABLE.test(file)) return false;
  const start = Buffer.alloc(ZIP.length);
  try {
    const opened = openSync(file, 'r');
    try {
      readSync(opened, start);
    } finally {
      closeSync(opened);
    }
  } catch {
    return /\.zip$/i.test(file); // its reader explains why it cannot be read
  }
  return start.equals(ZIP) || /\.zip$/i.test(file);
}
