/** Debian packages that tests need, installed where this user may: one after the other, as apt takes one
 * lock. */
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run, Unavailable } from './server.ts';

/** The first of these programs that is in a folder of the PATH; null when none is. */
export function findProgram(names: readonly string[], env: NodeJS.ProcessEnv = process.env): string | null {
  const folders = (env.PATH ?? '').split(delimiter);
  const places = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return places.find((path) => isProgram(path)) ?? null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false; // looked for elsewhere
  }
}

/** What is installed at this moment. */
let before: Promise<unknown> = Promise.resolve();

/**
 * Installs the first of these packages that this release has.
 *
 * @param help what would help, for a person
 * @throws Unavailable, with `help`
 */
export async function installPackage(names: readonly string[], help: string): Promise<void> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    throw new Unavailable(`${names[0]} is not installed: ${help}`);
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const install = async (): Promise<void> => {
    await run('apt-get', ['update'], { env });
    let error: unknown;
    for (const name of names) {
      try {
        return void (await run('apt-get', ['install', '-y', '--no-install-recommends', name], { env }));
      } catch (failed) {
        error = failed;
      }
    }
    throw error;
  };
  const installing = before.then(install);
  before = installing.catch(() => undefined);
  await installing.catch((error: Error) => {
    throw new Unavailable(
      `Debian's package ${names[0]} could not be installed (${error.message.slice(-200)}): ${help}`,
    );
  });
}
