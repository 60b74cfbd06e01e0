/** Whether a command can write its result to the given path. */
import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';

/** The reason why a file cannot be written, and what to do. */
export interface NotWritable {
  readonly code: 'file_exists' | 'folder_not_found' | 'folder_not_writable';
  readonly message: string;
  readonly cause?: unknown;
}

/** Null when a new file can be written at this path. */
export function whyNotWritable(file: string): NotWritable | null {
  if (existsSync(file)) {
    return { code: 'file_exists', message: `${file} already exists: choose another name` };
  }
  const folder = dirname(file);
  // It is not made: it may be a disk that is not mounted.
  if (!existsSync(folder)) {
    return {
      code: 'folder_not_found',
      message: `There is no folder ${folder}: create it, or choose another`,
    };
  }
  try {
    accessSync(folder, constants.W_OK);
    return null;
  } catch (cause) {
    const message = `This user cannot write to ${folder}: change its permissions, or choose another folder`;
    return { code: 'folder_not_writable', message, cause };
  }
}
