import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { CliError } from '../errors.ts';

/**
 * The size of a file in bytes.
 *
 * @throws CliError `file_not_readable` if it is missing, empty, not a file, or not readable by this user
 */
export async function sizeOfFile(file: string): Promise<number> {
  try {
    const facts = await stat(file);
    if (!facts.isFile() || facts.size === 0) {
      throw new CliError('file_not_readable', `"${file}" ${facts.isFile() ? 'is empty' : 'is not a file'}`);
    }
    await access(file, constants.R_OK);
    return facts.size;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') {
      throw new CliError('file_not_readable', `There is no file "${file}"`, { cause: error });
    }
    if (code === 'EACCES' || code === 'EPERM') {
      throw new CliError('file_not_readable', `This user cannot read "${file}"`, { cause: error });
    }
    throw error;
  }
}
