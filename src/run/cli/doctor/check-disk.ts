import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { fail, ok, warn, type Finding } from './finding.ts';

const GB = 1024 ** 3;
const MB = 1024 ** 2;

/** A folder whose disk must not fill up. `variable` sets its place. */
export interface WatchedFolder {
  readonly check: string;
  readonly path: string;
  readonly variable: string;
}

/** Free space and write access. A folder that does not exist yet is checked where it will be created. */
export function checkFolder(folder: WatchedFolder): Finding {
  let path = folder.path;
  while (!existsSync(path) && dirname(path) !== path) path = dirname(path);
  try {
    accessSync(path, constants.W_OK);
  } catch (error) {
    return fail(
      folder.check,
      `this user cannot write to ${folder.path} (${(error as NodeJS.ErrnoException).code})`,
      `Run doctor as the user that Crier runs as, or set ${folder.variable}`,
    );
  }
  const { bavail, bsize } = statfsSync(path);
  return checkSpace(folder, bavail * bsize);
}

/** @param free bytes that this user may still write */
export function checkSpace({ check, path, variable }: WatchedFolder, free: number): Finding {
  const amount = free >= GB ? `${(free / GB).toFixed(1)} GB` : `${Math.round(free / MB)} MB`;
  const detail = `${amount} free in ${path}`;
  const fix = `Free up space on that disk, or move the folder and set ${variable}`;
  if (free < 100 * MB) return fail(check, detail, fix);
  return free < GB ? warn(check, detail, fix) : ok(check, detail);
}
