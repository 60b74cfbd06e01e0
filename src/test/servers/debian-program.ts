/** A server program for tests: the one on the PATH, or Debian's package unpacked into the cache. */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { childEnv } from '../../platform/config/config.ts';
import { debianRelease, openDebian } from './debian.ts';
import { findProgram } from './debian-package.ts';
import { cacheFolder, run, Unavailable } from './server.ts';

/** How to start it. */
export interface Program {
  readonly command: string;
  readonly env: NodeJS.ProcessEnv;
}

/** What has the program, and where it lies in there. */
export interface DebianProgram {
  /** As a person calls it. */
  readonly title: string;
  readonly packages: readonly [string, ...string[]];
  /** Within the packages: `usr/bin/redis-server`. */
  readonly path: string;
  /** Makes it print its version, and no more; default `--version`. */
  readonly versionFlag?: string;
}

const nameOf = ({ path }: DebianProgram): string => path.split('/').at(-1) ?? path;
const folderOf = ({ packages: [name] }: DebianProgram): string =>
  cacheFolder(`${name}-${debianRelease()}-${process.arch}`);

/** Null before `ensureProgram`. */
export async function locateProgram(debian: DebianProgram): Promise<Program | null> {
  const sbin = `${process.env.PATH ?? ''}${delimiter}/usr/sbin`;
  const installed = findProgram([nameOf(debian)], { PATH: sbin });
  if (installed) return { command: installed, env: childEnv() };
  const folder = folderOf(debian);
  if (!existsSync(join(folder, debian.path))) return null;
  // Libraries lie in the folder of the processor's architecture: usr/lib/x86_64-linux-gnu.
  const libraries = join(folder, 'usr/lib');
  const names = existsSync(libraries) ? await readdir(libraries) : [];
  const paths = names.map((name) => join(libraries, name));
  return {
    command: join(folder, debian.path),
    env: childEnv({
      LD_LIBRARY_PATH: paths.join(delimiter),
      // For older releases, which have the modules of scripts in packages of their own.
      LUA_CPATH: paths.map((path) => join(path, 'lua/5.1/?.so')).join(';'),
    }),
  };
}

/**
 * Unpacks it where it is missing.
 *
 * @throws Unavailable, with what would help
 */
export async function ensureProgram(debian: DebianProgram, log: (line: string) => void): Promise<void> {
  const { title, packages } = debian;
  const found = await locateProgram(debian);
  if (found && (await runs(found, debian))) return;
  const help = `install one (${packages[0]})`;
  if (!debianRelease()) throw new Unavailable(`no ${title} is installed: ${help}`);
  log(`Unpacking Debian's ${title} for the tests (about 2 MB, once)`);
  const folder = folderOf(debian);
  const half = `${folder}.${randomUUID()}`;
  await mkdir(half, { recursive: true });
  try {
    const release = debianRelease();
    const source = await openDebian(join(half, 'apt'), { release, suite: release });
    for (const file of await source.downloadWhole(packages)) await run('dpkg-deb', ['-x', file, half]);
    await rm(join(half, 'apt'), { recursive: true });
    // What is there does not run: libraries that it needs have gone since.
    await rm(folder, { recursive: true, force: true });
    await rename(half, folder);
  } catch (error) {
    throw error instanceof Unavailable
      ? error
      : new Unavailable(`Debian's ${title} could not be unpacked: ${(error as Error).message.slice(-300)}`, {
          cause: error,
        });
  } finally {
    await rm(half, { recursive: true, force: true });
  }
  const unpacked = await locateProgram(debian);
  if (!unpacked || !(await runs(unpacked, debian))) {
    throw new Unavailable(`Debian's ${title} does not run here: ${help}`);
  }
}

const runs = ({ command, env }: Program, { versionFlag = '--version' }: DebianProgram): Promise<boolean> =>
  run(command, [versionFlag], { env }).then(
    () => true,
    () => false,
  );
