import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { CliError } from '../errors.ts';

/**
 * The size in bytes of a file that can be sent.
 *
 * @throws CliError `file_not_readable` in words for one that is missing, empty, no file, or not for this user
 * to read
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
      throw new CliError('file_not_readable', `"${file}" may not be read by this user`, { cause: error });
    }
    throw error;
  }
}
