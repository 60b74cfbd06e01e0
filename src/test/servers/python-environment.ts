/** Python programs for the tests, each with its own environment in the cache folder. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { cacheFolder, run } from './server.ts';

/**
 * `name`: of the folder, with the version. `program`: what is in its `bin` then. `install`: for pip, pinned.
 */
export interface PythonEnvironment {
  readonly name: string;
  readonly program: string;
  readonly install: readonly string[];
}

/**
 * Installs the packages unless they are there. Two runs may do so at once: an environment cannot be moved
 * once it is made, so each makes one of its own, and the name is a link to the one that was ready first.
 *
 * @throws what python3 or pip printed
 */
export async function ensurePython(
  { name, program, install }: PythonEnvironment,
  log: () => void,
): Promise<void> {
  const folder = cacheFolder(name);
  if (existsSync(join(folder, 'bin', program))) return;
  log();
  await mkdir(dirname(folder), { recursive: true });
  const made = await mkdtemp(`${folder}.made-`);
  try {
    await run('python3', ['-m', 'venv', made]);
    await run(join(made, 'bin', 'pip'), ['install', '--quiet', ...install]);
    await symlink(basename(made), `${made}.link`);
    // What an interrupted run of an older version left is a folder, which no link can replace.
    if (!existsSync(join(folder, 'bin', program))) await rm(folder, { recursive: true, force: true });
    await rename(`${made}.link`, folder);
  } catch (error) {
    await rm(`${made}.link`, { force: true });
    await rm(made, { recursive: true, force: true });
    throw error;
  }
}
