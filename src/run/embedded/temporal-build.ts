/** Builds the three Temporal programs with the Go of this machine. */
import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { childEnv } from '../../platform/config/config.ts';
import { LIST_FORMAT, watchBuild, watchFetching, type Tell } from './build-progress.ts';
import { writeChecksums } from './checksums.ts';
import { explainFailure, lastLine, StartError } from '../../platform/start-error.ts';
import type { RunJob } from './jobs.ts';
import { runProgram } from '../../platform/processes.ts';
import {
  atLeast,
  FILES,
  GO_FLAGS,
  PROGRAMS,
  SERVER_SOURCE,
  temporalVersions,
  type Target,
} from './temporal-versions.ts';
import { FOLDER_FORMAT, foldersOf, leaveOut, TRIMMED_PACKAGES } from './leave-out.ts';

export interface BuildOptions {
  readonly say: (line: string) => void;
  /** Runs Go: it works for minutes, so a person must be able to end it. */
  readonly run: RunJob;
  readonly tell: Tell;
  /** Default: this machine. */
  readonly target?: Target;
}

/** The first Go that fetches a newer one by itself when go.mod asks for it. */
const FETCHES_TOOLCHAINS = '1.21';
/** A person who uses Crier meanwhile comes first. */
const NICENESS = 10;

/**
 * Builds into `folder`, which appears only when everything succeeded. What was compiled before it was ended
 * stays in Go's own cache, and the next build goes on there.
 *
 * @throws StartError with one line of why it was not possible
 */
export async function buildTemporal(folder: string, options: BuildOptions): Promise<void> {
  const go = await checkGo();
  options.say(`Building the Temporal server${go.note}: once, 4 to 5 minutes on two cores`);
  const draft = `${folder}.new`;
  const began = Date.now();
  try {
    // The lock is ours: what is there was left behind by a build that was ended.
    rmSync(draft, { recursive: true, force: true });
    await build(draft, go, options);
    rmSync(folder, { recursive: true, force: true });
    renameSync(join(draft, 'bin'), folder);
  } catch (error) {
    throw explainFailure('The Temporal server could not be built', error, 'CRIER_CACHE_DIR');
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  options.say(`Temporal server built in ${Math.round((Date.now() - began) / 1000)} s`);
}

/** The Go of this machine; `note` mentions that it fetches another one. */
interface Go {
  readonly note: string;
  readonly moduleCache: string;
}

/** Whether there is a Go that can build them. */
export const hasGo = (): Promise<boolean> =>
  checkGo().then(
    () => true,
    () => false,
  );

async function checkGo(): Promise<Go> {
  const wanted = temporalVersions().go;
  const output = await runProgram('go', ['env', 'GOVERSION', 'GOMODCACHE'], {
    env: childEnv({ GOTOOLCHAIN: 'local', GOFLAGS: undefined }),
    cwd: '/',
  }).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(
      error.code === 'ENOENT' ? 'there is no Go on the PATH' : `go does not run: ${lastLine(error.message)}`,
    );
  });
  const [version = '', moduleCache = ''] = output.trim().split('\n');
  const found = /go(\d+(?:\.\d+)*)/.exec(version)?.[1] ?? '0';
  if (atLeast(found, wanted)) return { note: '', moduleCache };
  if (atLeast(found, FETCHES_TOOLCHAINS)) {
    return { note: ` (Go ${found} fetches Go ${wanted} for it)`, moduleCache };
  }
  throw new StartError(`the Go on the PATH is ${found}, needed is ${wanted}`);
}

/** One call of Go compiles the three programs, so that what they share is looked at once. */
async function build(draft: string, { moduleCache }: Go, options: BuildOptions): Promise<void> {
  const { run, tell, target } = options;
  const [bin, temporary] = [join(draft, 'bin'), join(draft, 'tmp')];
  for (const path of [bin, temporary]) mkdirSync(path, { recursive: true });
  const go = {
    name: 'temporal-build',
    command: 'go',
    cwd: SERVER_SOURCE,
    niceness: NICENESS,
    logged: true,
    env: goEnv(temporary, target),
  };
  const onLine = watchFetching(moduleCache, tell);
  const real = Object.values(PROGRAMS).map((program) => program.package);
  const found = await run({
    ...go,
    args: ['list', '-find', '-f', FOLDER_FORMAT, ...real, ...TRIMMED_PACKAGES],
    onLine,
  });
  const folders = foldersOf(found.split('\n'));
  const overlay = join(draft, 'overlay.json');
  writeFileSync(overlay, JSON.stringify({ Replace: overlaid(folders) }));
  const modFile = leaveOut(folders, draft);
  const flags = [modFile, '-overlay', overlay, '-ldflags', '-s -w'];
  const programs = FILES.map((file) => `./${file}`);
  const listed = await run({
    ...go,
    args: ['list', ...flags, '-deps', '-f', LIST_FORMAT, ...programs],
    onLine,
  });
  const watch = watchBuild(listed, tell);
  const args = ['build', '-v', ...flags, '-o', `${bin}/`, ...programs];
  await run({ ...go, args, onLine: (line) => watch.hear(line) }).catch((error: Error) => {
    throw new Error(watch.complaints() || error.message, { cause: error });
  });
  for (const file of FILES) chmodSync(join(bin, file), 0o755);
  await writeChecksums(bin, FILES);
}

/** Two compilers with 0.8 GB each need more than this machine has. */
const SMALL_BYTES = 3e9;

function goEnv(temporary: string, target?: Target): NodeJS.ProcessEnv {
  return childEnv({
    CGO_ENABLED: '0',
    GOFLAGS: GO_FLAGS,
    GOWORK: 'off',
    // The compiler's own garbage collector takes a seventh of its time, for a third of its memory.
    ...(totalmem() > SMALL_BYTES ? { GOGC: '400' } : {}),
    // A build that is ended at once leaves its files there.
    GOTMPDIR: temporary,
    ...(target ? { GOOS: target.os, GOARCH: target.arch === 'x64' ? 'amd64' : target.arch } : {}),
  });
}

/**
 * Go names a program after its folder, and two of the three come from a folder `server`. So each gets a
 * folder of its own name, which exists for Go alone and has the file of the real one in it.
 *
 * @param folders of each program's package
 */
function overlaid(folders: ReadonlyMap<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.values(PROGRAMS).map((program) => [
      join(SERVER_SOURCE, program.file, 'main.go'),
      join(folders.get(program.package) ?? '', 'main.go'),
    ]),
  );
}
