/** Builds the three Temporal programs with the Go of this machine. */
import { chmodSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { childEnv } from '../config.ts';
import { writeChecksums } from './checksums.ts';
import { explainFailure, lastLine, StartError } from '../platform/start-error.ts';
import { runProgram } from './processes.ts';
import { atLeast, PROGRAMS, SERVER_SOURCE, temporalVersions } from './temporal-versions.ts';

/** The first Go that fetches a newer one by itself when go.mod asks for it. */
const FETCHES_TOOLCHAINS = '1.21';

/**
 * Builds into `folder`, which appears only when everything succeeded.
 *
 * @throws StartError with one line of why it was not possible
 */
export async function buildTemporal(folder: string, say: (line: string) => void): Promise<void> {
  const note = await checkGo();
  say(`Building the Temporal server${note}: once, 4 to 5 minutes on two cores`);
  const draft = `${folder}.${process.pid}`;
  const began = Date.now();
  const programs = Object.values(PROGRAMS);
  try {
    mkdirSync(draft, { recursive: true });
    for (const [index, program] of programs.entries()) {
      await build(draft, program, { say, began, part: `${index + 1} of ${programs.length}` });
    }
    await writeChecksums(
      draft,
      programs.map((p) => p.file),
    );
    rmSync(folder, { recursive: true, force: true });
    renameSync(draft, folder);
  } catch (error) {
    throw explainFailure('The Temporal server could not be built', error, 'CRIER_CACHE_DIR');
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  say(`Temporal server built in ${seconds(began)} s`);
}

async function checkGo(): Promise<string> {
  const wanted = temporalVersions().go;
  const output = await runProgram('go', ['env', 'GOVERSION'], {
    env: childEnv({ GOTOOLCHAIN: 'local', GOFLAGS: undefined }),
    cwd: '/',
  }).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(
      error.code === 'ENOENT' ? 'there is no Go on the PATH' : `go does not run: ${lastLine(error.message)}`,
    );
  });
  const found = /go(\d+(?:\.\d+)*)/.exec(output)?.[1] ?? '0';
  if (atLeast(found, wanted)) return '';
  if (atLeast(found, FETCHES_TOOLCHAINS)) return ` (Go ${found} fetches Go ${wanted} for it)`;
  throw new StartError(`the Go on the PATH is ${found}, needed is ${wanted}`);
}

async function build(
  draft: string,
  program: { file: string; package: string },
  progress: { say: (line: string) => void; began: number; part: string },
): Promise<void> {
  const tell = (): void =>
    progress.say(`  ${program.file} (${progress.part}), ${seconds(progress.began)} s so far`);
  tell();
  const timer = setInterval(tell, 20_000);
  const target = join(draft, program.file);
  const env = childEnv({
    CGO_ENABLED: '0',
    GOFLAGS: '-mod=readonly -trimpath -buildvcs=false',
    GOWORK: 'off',
  });
  try {
    await runProgram('go', ['build', '-ldflags', '-s -w', '-o', target, program.package], {
      cwd: SERVER_SOURCE,
      env,
    });
    chmodSync(target, 0o755);
  } finally {
    clearInterval(timer);
  }
}

const seconds = (since: number): number => Math.round((Date.now() - since) / 1000);
