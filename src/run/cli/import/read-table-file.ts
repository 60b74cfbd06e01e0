import { readFileSync } from 'node:fs';
import { readTable, type Table } from '../../../posts/table/read-lines.ts';
import { TableError } from '../../../posts/table/table-error.ts';
import { CliError } from '../errors.ts';

/**
 * The table in a file.
 *
 * @throws CliError `file_not_readable`; `usage` naming the line or the column that is wrong
 */
export function readTableFile(file: string, encoding?: string): Table {
  const bytes = readBytes(file);
  try {
    return readTable(bytes, encoding);
  } catch (cause) {
    if (!(cause instanceof TableError)) throw cause;
    const { code, message } = cause.problem;
    const hint = code === 'table_encoding_unknown' ? ': --encoding' : '';
    throw new CliError('usage', `${file} ${message}${hint}`, { cause });
  }
}

function readBytes(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (cause) {
    throw new CliError('file_not_readable', `"${file}" cannot be read: ${(cause as Error).message}`, {
      cause,
    });
  }
}
