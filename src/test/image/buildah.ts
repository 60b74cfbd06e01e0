/**
 * Debian's buildah, which needs no engine: images in a store of its own in the cache folder, and containers
 * that are a chroot. They are not read-only, and tini is not the first process in them; the rest is as in
 * Docker.
 */
import type { ChildProcess } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitForLock, type Lock } from '../../run/embedded/lock.ts';
import { commandOf, signalQuietly } from '../../platform/processes.ts';
import { cacheFolder, endProcess } from '../servers/server.ts';
import type { Engine, Service, ServiceOptions, TreeImage } from './engine.ts';
import { STAND_IN } from './engine.ts';
import { runProgram, runToEnd, startProgram, type Ended } from './programs.ts';

/** The image's user `node`. */
const UID = 1000;

/** The fields of an image's configuration that are read. */
interface ImageConfig {
  readonly Entrypoint?: readonly string[];
  readonly Labels?: Readonly<Record<string, string>>;
}

/** The whole name of an official image: a short one would mean this machine first. */
const registered = (image: string): string => `docker.io/library/${image}`;

/** One working container serves all roles: each is a process in the same chroot. */
export class Buildah implements Engine {
  readonly name = 'buildah';
  readonly #lock: Lock;
  readonly #store: readonly string[];
  readonly #folder: string;
  #container = '';
  #entrypoint: readonly string[] = [];

  private constructor(images: string, lock: Lock) {
    this.#lock = lock;
    this.#folder = mkdtempSync(join(tmpdir(), 'crier-image-'));
    chmodSync(this.#folder, 0o755);
    // The plainest driver, which works on any file system.
    this.#store = ['--root', images, '--runroot', join(this.#folder, 'run'), '--storage-driver', 'vfs'];
  }

  /** Waits for another run on this machine, and removes the containers of one that was killed. */
  static async open(say: (line: string) => void): Promise<Buildah> {
    const images = cacheFolder('image-store');
    mkdirSync(images, { recursive: true });
    const lock = await waitForLock(`${images}.lock`, ({ pid }) => say(`Waiting for process ${pid}`));
    const buildah = new Buildah(images, lock);
    await buildah.#do('rm', '--all');
    return buildah;
  }

  async pull(image: string): Promise<boolean> {
    return (await this.#ended('pull', '--quiet', '--policy', 'always', registered(image))).code === 0;
  }

  async standInOf(image: string): Promise<string | null> {
    const config = await this.#configOf(registered(image));
    return config && (config.Labels?.[STAND_IN] ?? '');
  }

  async importTree({ tar, name, env, label }: TreeImage): Promise<void> {
    const container = (await this.#do('from', 'scratch')).trim();
    try {
      await this.#do('add', '--quiet', container, tar, '/');
      const variables = Object.entries(env).flatMap(([variable, value]) => ['--env', `${variable}=${value}`]);
      await this.#do('config', ...variables, '--label', `${STAND_IN}=${label}`, container);
      await this.#do('commit', '--quiet', container, registered(name));
    } finally {
      await this.#do('rm', container);
    }
  }

  async build(image: string, base: string, certificates: string | undefined): Promise<void> {
    const on = ['--build-arg', `NODE_IMAGE=${base}`];
    const secret = certificates ? ['--secret', `id=ca,src=${certificates}`] : [];
    const how = ['--isolation', 'chroot', '--network', 'host', '--pull-never', '--no-cache', '--force-rm'];
    await this.#do('build', ...how, ...on, ...secret, '--tag', image, '.');
    // What had the name before.
    await this.#do('rmi', '--prune', '--force');
  }

  async use(image: string): Promise<void> {
    this.#entrypoint = (await this.#configOf(image))?.Entrypoint ?? [];
    this.#container = (await this.#do('from', '--pull-never', '--quiet', image)).trim();
    const data = join(this.#folder, 'data');
    mkdirSync(data, { mode: 0o700 });
    chownSync(data, UID, UID);
  }

  async start({ command, env }: ServiceOptions): Promise<Service> {
    const child = startProgram('buildah', this.#words([...this.#entrypoint, ...command], env));
    const output: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => void output.push(chunk));
    }
    return {
      exec: (beside) => runToEnd('buildah', this.#words(beside, env)),
      logs: async () => Buffer.concat(output).toString(),
      stop: (graceSeconds) => stopWithin(child, graceSeconds),
    };
  }

  run({ command, env }: ServiceOptions): Promise<Ended> {
    return runToEnd('buildah', this.#words([...this.#entrypoint, ...command], env));
  }

  look(command: readonly string[], user?: 'root'): Promise<Ended> {
    return runToEnd('buildah', this.#words(command, {}, user));
  }

  async close(): Promise<void> {
    await this.#do('rm', '--all');
    this.#lock.release();
    const mounts = readFileSync('/proc/self/mounts', 'utf8');
    if (mounts.includes(this.#folder)) throw new Error(`Something is still mounted below ${this.#folder}`);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #words(command: readonly string[], env: Readonly<Record<string, string>>, user?: 'root'): string[] {
    const variables = Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
    const volume = `${join(this.#folder, 'data')}:/var/lib/crier`;
    const options = ['--isolation', 'chroot', '--volume', volume, ...variables];
    const as = user ? ['--user', user] : [];
    return [...this.#store, 'run', ...options, ...as, this.#container, '--', ...command];
  }

  /** null when there is no such image. */
  async #configOf(image: string): Promise<ImageConfig | null> {
    const { code, output } = await this.#ended('inspect', '--type', 'image', image);
    return code === 0 ? (JSON.parse(output) as { OCIv1: { config: ImageConfig } }).OCIv1.config : null;
  }

  #do(...args: string[]): Promise<string> {
    return runProgram('buildah', [...this.#store, ...args]);
  }

  #ended(...args: string[]): Promise<Ended> {
    return runToEnd('buildah', [...this.#store, ...args]);
  }
}

/** A signal to buildah kills what it runs, so the command itself gets it; buildah ends with its exit code. */
async function stopWithin(child: ChildProcess, graceSeconds: number): Promise<number | null> {
  const inside = commandWithin(child.pid ?? 0);
  if (child.exitCode === null && inside) {
    const ended = new Promise((resolve) => child.once('close', resolve));
    signalQuietly(inside, 'SIGTERM');
    const timer = setTimeout(() => signalQuietly(inside, 'SIGKILL'), graceSeconds * 1000);
    await ended;
    clearTimeout(timer);
  }
  await endProcess(child);
  return child.exitCode;
}

/** The first process below `pid` that is none of buildah's own. */
function commandWithin(pid: number): number | null {
  for (const child of childrenOf(pid)) {
    return commandOf(child)?.startsWith('buildah') ? commandWithin(child) : child;
  }
  return null;
}

function childrenOf(pid: number): number[] {
  const tasks = readdirSync(`/proc/${pid}/task`);
  return tasks.flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
}
