/**
 * Where the Temporal programs come from: the environment, the cache, the archives of Temporal's releases, a
 * build with Go, or a download of the CLI with its dev server.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Tell } from './build-progress.ts';
import { checkChecksums } from './checksums.ts';
import { explainFailure, StartError } from '../../platform/start-error.ts';
import { runJob, type RunJob } from './jobs.ts';
import { waitForLock } from './lock.ts';
import { CLI_VERSION } from './cli-archive.ts';
import { cachedCli, downloadCli } from './cli-download.ts';
import { pinnedArchives, type OfficialArchive } from './official-archives.ts';
import { buildTemporal, hasGo } from './temporal-build.ts';
import { downloadTemporal } from './temporal-download.ts';
import { givenPrograms, type GivenPrograms } from './temporal-package.ts';
import { begin } from '../../platform/temporal-start.ts';
import { FILES, PROGRAMS, temporalName, temporalVersions, type Target } from './temporal-versions.ts';

/** What was found: the official server's three programs, or the CLI's dev server in one. */
export type TemporalBinaries = OfficialServer | { readonly kind: 'dev-server'; readonly cli: string };

interface OfficialServer {
  readonly kind: 'server';
  readonly server: string;
  readonly sqlTool: string;
  readonly ui: string;
}

/** How programs are got that are not there. */
export interface Getting {
  /** Default: a program that nobody watches over. */
  readonly run?: RunJob;
  readonly tell?: Tell;
  /** Ends the wait for another start. */
  readonly signal?: AbortSignal;
  /** A platform that they are built for; default: this machine. */
  readonly target?: Target;
  /** Those that are downloaded instead; default: the pinned ones, and none for another platform. */
  readonly archives?: readonly OfficialArchive[] | undefined;
}

/**
 * The programs that are there already and need neither a build nor a download; null when there are none.
 *
 * @param programs those that the environment names; no others are used then
 * @throws StartError when the given ones cannot be used
 */
export async function temporalAtHand(
  cacheDir: string,
  programs?: GivenPrograms,
): Promise<TemporalBinaries | null> {
  if (programs) return official(await givenPrograms(programs, cacheDir));
  const folder = temporalFolder(cacheDir);
  if ((await checkChecksums(folder, FILES)) === null) return official(folder);
  const cli = await cachedCli(cacheDir);
  return cli && !(await hasGo()) ? { kind: 'dev-server', cli } : null;
}

/**
 * Resolves the programs, in order: cache, official archives, build, CLI. Each step that fails reports why in
 * one line.
 *
 * @throws StartError with every reason and the ways out
 */
export async function temporalBinaries(
  cacheDir: string,
  say: (line: string) => void,
  getting: Getting = {},
): Promise<TemporalBinaries> {
  const { run = runJob, tell, signal } = getting;
  const reasons: string[] = [];
  try {
    return await officialServer(cacheDir, say, getting);
  } catch (error) {
    signal?.throwIfAborted();
    reasons.push((error as Error).message);
    say(`No Temporal server of our own: ${(error as Error).message}`);
  }
  try {
    say(`Using the dev server of the Temporal CLI ${CLI_VERSION} instead`);
    tell?.(begin('downloading'));
    return { kind: 'dev-server', cli: await downloadCli(cacheDir, { run }) };
  } catch (error) {
    signal?.throwIfAborted();
    reasons.push((error as Error).message);
  }
  const first = (await hasGo())
    ? 'Start again to go on with the build (what was compiled is kept)'
    : `Install Go ${temporalVersions().go} or newer and start again`;
  throw new StartError(
    `There is no Temporal server: ${reasons.join('; ')}. ${first}, or set TEMPORAL_ADDRESS to a Temporal server of your own, or CRIER_TEMPORAL_BIN to programs that were built elsewhere`,
  );
}

/** The folder of the three programs in the cache. */
export function temporalFolder(cacheDir: string): string {
  return join(cacheDir, temporalName());
}

function official(folder: string): OfficialServer {
  return {
    kind: 'server',
    server: join(folder, PROGRAMS.server.file),
    sqlTool: join(folder, PROGRAMS.sqlTool.file),
    ui: join(folder, PROGRAMS.ui.file),
  };
}

/**
 * The official server's programs, from the cache, downloaded or built. Two starts at once build once: the
 * second waits and finds the result.
 *
 * @throws StartError with one line of why they cannot be built
 */
export async function officialServer(
  cacheDir: string,
  say: (line: string) => void,
  getting: Getting = {},
): Promise<OfficialServer> {
  const { tell = () => undefined, signal, target } = getting;
  const folder = join(cacheDir, temporalName(target?.os, target?.arch));
  if ((await checkChecksums(folder, FILES)) === null) return official(folder);
  try {
    mkdirSync(cacheDir, { recursive: true, mode: 0o755 });
  } catch (error) {
    throw explainFailure(`the cache folder ${cacheDir} cannot be made`, error, 'CRIER_CACHE_DIR');
  }
  const onWait = ({ pid }: { pid: number }): void => {
    say(`Waiting for process ${pid}, which builds the Temporal server`);
    tell(begin('waiting'));
  };
  const lock = await waitForLock(`${folder}.lock`, onWait, signal);
  try {
    const state = await checkChecksums(folder, FILES);
    if (state === 'changed') {
      say(`The Temporal programs in ${folder} are not what was put there: they are built again`);
    }
    if (state !== null) await downloadOrBuild(folder, say, getting);
    return official(folder);
  } finally {
    lock.release();
  }
}

/** What Temporal publishes takes a minute where it can be reached; what is not pinned is never downloaded. */
async function downloadOrBuild(folder: string, say: (line: string) => void, getting: Getting): Promise<void> {
  const { run = runJob, tell = () => undefined, signal, target } = getting;
  const { archives = target ? undefined : pinnedArchives() } = getting;
  if (archives) {
    tell(begin('downloading'));
    say('Downloading the Temporal server (once)');
    try {
      return await downloadTemporal(folder, archives, run);
    } catch (error) {
      signal?.throwIfAborted();
      say(`${(error as Error).message}. It is built instead`);
    }
  }
  await buildTemporal(folder, { say, run, tell, target });
}
