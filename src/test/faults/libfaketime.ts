/** libfaketime, which gives a process a false clock, from Debian's own package and without root. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, run, Unavailable } from '../servers/server.ts';

const PACKAGE = 'libfaketime';

/**
 * Path of the library, fetched into the cache if necessary.
 *
 * @throws Unavailable with the reason when it cannot be fetched
 */
export async function ensureFaketime(): Promise<string> {
  const folder = cacheFolder(PACKAGE);
  if (!existsSync(folder)) await fetchPackage(folder);
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((file) =>
    file.endsWith('/libfaketime.so.1'),
  );
  if (!found) throw new Unavailable(`${folder} holds no libfaketime.so.1: remove it and run this again`);
  return join(folder, found);
}

/** For tests, which are skipped by name where it cannot be fetched. */
export const faketime = {
  name: 'libfaketime',
  ensure: async (): Promise<void> => void (await ensureFaketime()),
};

/** The clock of one process: how far it is off, in seconds, from now on. */
export class FalseClock {
  readonly #file: string;

  constructor(file: string, offsetSeconds: number) {
    this.#file = file;
    this.step(offsetSeconds);
  }

  step(offsetSeconds: number): void {
    writeFileSync(this.#file, `${offsetSeconds >= 0 ? '+' : ''}${offsetSeconds}`);
  }

  /** What makes a process believe it; the monotonic clock stays true, as it does when a real clock is set. */
  env(library: string): Record<string, string> {
    return {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: this.#file,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
    };
  }
}

async function fetchPackage(folder: string): Promise<void> {
  mkdirSync(join(folder, '..'), { recursive: true });
  const draft = mkdtempSync(`${folder}.`);
  try {
    await run('apt-get', ['download', PACKAGE], { cwd: draft });
    const file = readdirSync(draft).find((name) => name.endsWith('.deb'));
    if (!file) throw new Error('apt-get downloaded no package');
    await run('dpkg-deb', ['-x', file, 'files'], { cwd: draft });
    renameSync(join(draft, 'files'), folder);
  } catch (error) {
    throw new Unavailable(
      `a false clock needs Debian's package ${PACKAGE} (apt-get download, dpkg-deb): ${(error as Error).message}`,
      { cause: error },
    );
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
