/** The Temporal programs as built elsewhere: a folder, or an archive with its checksum. */
import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { checkChecksums, CHECKSUMS, sha256 } from './checksums.ts';
import { explainFailure, lastLine, StartError } from '../../platform/start-error.ts';
import { ensureFolder, readText } from '../../platform/folders.ts';
import { waitForLock } from './lock.ts';
import { runProgram } from '../../platform/processes.ts';
import { FILES, PROGRAMS, temporalVersions } from './temporal-versions.ts';

/** What CRIER_TEMPORAL_BIN and CRIER_TEMPORAL_BIN_SHA256 name. */
export interface GivenPrograms {
  /** A folder with the three programs, or a .tar.gz archive of them. */
  readonly path: string;
  /** The hash of the archive, in hex; default: the first word of the file beside it, `<path>.sha256`. */
  readonly sha256?: string;
}

const VARIABLE = 'CRIER_TEMPORAL_BIN';

/**
 * The folder with the programs; an archive is unpacked into the cache, once.
 *
 * @throws StartError when something is missing, was changed, or is of another version or platform
 */
export async function givenPrograms(programs: GivenPrograms, cacheDir: string): Promise<string> {
  const path = resolve(programs.path);
  const stat = statSync(path, { throwIfNoEntry: false });
  const folder = stat?.isDirectory() ? path : await unpacked({ ...programs, path }, cacheDir);
  const changed = existsSync(join(folder, CHECKSUMS)) ? await checkChecksums(folder, FILES) : null;
  if (changed) {
    throw new StartError(
      `${VARIABLE}: the programs in ${folder} are not those of its ${CHECKSUMS}: get them again`,
    );
  }
  const missing = FILES.filter((file) => !existsSync(join(folder, file)));
  if (missing.length) {
    throw new StartError(`${VARIABLE}: ${missing.join(' and ')} missing in ${folder}`);
  }
  await checkVersions(folder);
  return folder;
}

/** Another version may not read the databases, or may change them permanently. */
async function checkVersions(folder: string): Promise<void> {
  const { server, ui } = temporalVersions();
  const wanted = { [PROGRAMS.server.file]: server, [PROGRAMS.sqlTool.file]: server, [PROGRAMS.ui.file]: ui };
  for (const [file, version] of Object.entries(wanted)) {
    const output = await runProgram(join(folder, file), ['--version']).catch((error: Error) => {
      throw new StartError(
        `${VARIABLE}: ${file} does not run on this machine (${process.platform}-${process.arch}): ${lastLine(error.message)}`,
      );
    });
    const found = / version (\S+)/.exec(output)?.[1];
    if (found !== version) {
      throw new StartError(`${VARIABLE}: ${file} is version ${found}, and this Crier needs ${version}`);
    }
  }
}

async function unpacked(programs: GivenPrograms, cacheDir: string): Promise<string> {
  const wanted = expectedSum(programs);
  const folder = join(cacheDir, `temporal-given-${wanted.slice(0, 16)}`);
  if ((await checkChecksums(folder, FILES)) === null) return folder;
  ensureFolder(cacheDir, { variable: 'CRIER_CACHE_DIR', mode: 0o755 });
  const lock = await waitForLock(`${folder}.lock`, () => undefined);
  const draft = `${folder}.new`;
  try {
    if ((await sha256(programs.path)) !== wanted) {
      throw new StartError(
        `${VARIABLE}: ${programs.path} is not what its checksum says (SHA-256 ${wanted}): it was changed, or only a part of it arrived. Get it again`,
      );
    }
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { recursive: true });
    await runProgram('tar', ['-xzf', programs.path, '-C', draft, ...FILES, CHECKSUMS]);
    rmSync(folder, { recursive: true, force: true });
    renameSync(draft, folder);
    return folder;
  } catch (error) {
    throw explainFailure(`${VARIABLE}: ${programs.path} could not be unpacked`, error, 'CRIER_CACHE_DIR');
  } finally {
    rmSync(draft, { recursive: true, force: true });
    lock.release();
  }
}

function expectedSum({ path, sha256: declared }: GivenPrograms): string {
  if (!existsSync(path)) throw new StartError(`${VARIABLE}: there is no ${path}`);
  const sum = declared ?? readText(`${path}.sha256`)?.split(/\s/)[0]?.toLowerCase();
  if (sum && /^[0-9a-f]{64}$/.test(sum)) return sum;
  throw new StartError(
    `${VARIABLE}: there is no checksum for ${basename(path)}: put ${basename(path)}.sha256 beside it, or set CRIER_TEMPORAL_BIN_SHA256`,
  );
}
