/** Which engine this machine has: Docker or Podman where one answers, else Debian's buildah. */
import { Unavailable } from '../servers/server.ts';
import { Buildah } from './buildah.ts';
import { Docker } from './docker.ts';
import type { Engine } from './engine.ts';
import { runProgram, succeeds } from './programs.ts';

/**
 * The first of Docker, Podman and buildah that works here; buildah is installed where that can be done.
 *
 * @throws Unavailable with what would help
 */
export async function findEngine(say: (line: string) => void): Promise<Engine> {
  for (const name of ['docker', 'podman'] as const) {
    if (await succeeds(name, ['info'])) return new Docker(name);
  }
  if (!(await succeeds('buildah', ['--version']))) await installFromDebian('buildah', say);
  return Buildah.open(say);
}

/**
 * Installs one of Debian's packages.
 *
 * @throws Unavailable where there is no apt-get, or no right to use it
 */
export async function installFromDebian(name: string, say: (line: string) => void): Promise<void> {
  if (process.getuid?.() !== 0 || !(await succeeds('apt-get', ['--version']))) {
    throw new Unavailable(
      `${name} is missing and cannot be installed without root and apt-get: install it, or start Docker`,
    );
  }
  say(`Installing Debian's package ${name}`);
  await runProgram('apt-get', ['update']);
  await runProgram('apt-get', ['install', '--yes', '--no-install-recommends', name]);
}
