/**
 * Where the Temporal programs come from: the cache, a build with Go, or the SDK's download of the dev server.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { checkChecksums } from './checksums.ts';
import { explainFailure, StartError } from '../platform/start-error.ts';
import { waitForLock } from './lock.ts';
import { sdkServer } from './sdk-download.ts';
import { buildTemporal } from './temporal-build.ts';
import { PROGRAMS, temporalVersions } from './temporal-versions.ts';

/** What was found: the official server's three programs, or the CLI's dev server in one. */
export type TemporalBinaries =
  | { readonly kind: 'server'; readonly server: string; readonly sqlTool: string; readonly ui: string }
  | { readonly kind: 'dev-server'; readonly cli: string };

/**
 * Resolves the programs, in order: cache, build, download. Each step that fails says why in one line.
 *
 * @throws StartError with every reason and the ways out
 */
export async function temporalBinaries(
  cacheDir: string,
  say: (line: string) => void,
): Promise<TemporalBinaries> {
  const reasons: string[] = [];
  try {
    return await officialServer(cacheDir, say);
  } catch (error) {
    reasons.push((error as Error).message);
    say(`No Temporal server of our own: ${(error as Error).message}`);
  }
  try {
    say('Using the Temporal CLI dev server instead, as the SDK downloads it');
    return { kind: 'dev-server', cli: await sdkServer('dev-server', cacheDir) };
  } catch (error) {
    reasons.push((error as Error).message);
  }
  throw new StartError(
    `There is no Temporal server: ${reasons.join('; ')}. Install Go ${temporalVersions().go} or newer and start again, or set TEMPORAL_ADDRESS to a Temporal server of your own`,
  );
}

/** The folder of the three programs in the cache. */
export function temporalFolder(cacheDir: string): string {
  const { server, ui } = temporalVersions();
  return join(cacheDir, `temporal-${server}-ui-${ui}-${process.platform}-${process.arch}`);
}

async function officialServer(cacheDir: string, say: (line: string) => void): Promise<TemporalBinaries> {
  const folder = temporalFolder(cacheDir);
  const files = Object.values(PROGRAMS).map((p) => p.file);
  if ((await checkChecksums(folder, files)) !== null) await buildOnce(folder, { cacheDir, files, say });
  return {
    kind: 'server',
    server: join(folder, PROGRAMS.server.file),
    sqlTool: join(folder, PROGRAMS.sqlTool.file),
    ui: join(folder, PROGRAMS.ui.file),
  };
}

/** Two starts at once build once: the second waits and finds the result. */
async function buildOnce(
  folder: string,
  options: { cacheDir: string; files: readonly string[]; say: (line: string) => void },
): Promise<void> {
  const { cacheDir, files, say } = options;
  try {
    mkdirSync(cacheDir, { recursive: true, mode: 0o755 });
  } catch (error) {
    throw explainFailure(`the cache folder ${cacheDir} cannot be made`, error, 'CRIER_CACHE_DIR');
  }
  const lock = await waitForLock(`${folder}.lock`, (holder) =>
    say(`Waiting for process ${holder.pid}, which builds the Temporal server`),
  );
  try {
    const state = await checkChecksums(folder, files);
    if (state === 'changed') {
      say(`The Temporal programs in ${folder} are not what was put there: they are built again`);
    }
    if (state !== null) await buildTemporal(folder, say);
  } finally {
    lock.release();
  }
}
