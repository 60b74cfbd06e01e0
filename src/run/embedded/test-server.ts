/** The time-skipping Temporal test server: where tests get it from. */
import { copyFileSync, chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { lastLine, StartError } from '../../platform/start-error.ts';
import { waitForLock } from './lock.ts';
import { runProgram } from '../../platform/processes.ts';
import { sdkTestServer } from './sdk-download.ts';

const SOURCE = join(import.meta.dirname, '..', '..', '..', 'temporal', 'test-server');

/**
 * The path of the test server's program, for `TestWorkflowEnvironment.createTimeSkipping({ server: {
 * executable: { type: 'existing-path', path } } })`.
 *
 * In order: the cache; the SDK's download; Maven's jars and Java. The first use takes up to a minute, later
 * ones nothing.
 *
 * @throws StartError with every reason and the ways out
 */
export async function ensureTestServer(cacheDir: string, say: (line: string) => void): Promise<string> {
  const folder = join(cacheDir, `temporal-test-server-${pinnedVersion()}`);
  const program = join(folder, 'run.sh');
  if (existsSync(program)) return program;
  const reasons: string[] = [];
  for (const way of [() => sdkTestServer(cacheDir), () => fetchJars(folder, { cacheDir, say })]) {
    try {
      return await way();
    } catch (error) {
      reasons.push((error as Error).message);
    }
  }
  throw new StartError(
    `There is no Temporal test server: ${reasons.join('; ')}. Install Java 11 or newer and Maven, or connect to the network`,
  );
}

async function fetchJars(
  folder: string,
  options: { cacheDir: string; say: (line: string) => void },
): Promise<string> {
  await checkJava();
  mkdirSync(options.cacheDir, { recursive: true });
  const lock = await waitForLock(`${folder}.lock`, (holder) =>
    options.say(`Waiting for process ${holder.pid}, which fetches the Temporal test server`),
  );
  const program = join(folder, 'run.sh');
  const draft = `${folder}.${process.pid}`;
  try {
    if (existsSync(program)) return program;
    options.say('Fetching the Temporal test server with Maven (once, 20 to 60 s)');
    mkdirSync(join(draft, 'jars'), { recursive: true });
    await maven(join(draft, 'jars'));
    copyFileSync(join(SOURCE, 'run.sh'), join(draft, 'run.sh'));
    chmodSync(join(draft, 'run.sh'), 0o755);
    rmSync(folder, { recursive: true, force: true });
    renameSync(draft, folder);
    return program;
  } finally {
    rmSync(draft, { recursive: true, force: true });
    lock.release();
  }
}

async function checkJava(): Promise<void> {
  await runProgram('java', ['-version']).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(
      error.code === 'ENOENT'
        ? 'there is no Java on the PATH'
        : `java does not run: ${lastLine(error.message)}`,
    );
  });
}

async function maven(jars: string): Promise<void> {
  const args = [
    '--quiet',
    '--batch-mode',
    '--file',
    join(SOURCE, 'pom.xml'),
    'dependency:copy-dependencies',
    `-DoutputDirectory=${jars}`,
  ];
  await runProgram('mvn', args, { timeout: 600_000 }).catch((error: NodeJS.ErrnoException) => {
    const words =
      error.message.split('\n').find((line) => line.startsWith('[ERROR]')) ?? lastLine(error.message);
    throw new StartError(
      error.code === 'ENOENT' ? 'there is no Maven on the PATH' : `Maven failed: ${words.slice(0, 300)}`,
    );
  });
}

function pinnedVersion(): string {
  const version = /<artifactId>temporal-test-server<\/artifactId>\s*<version>([^<]+)</g;
  // The first match is our own project.
  return [...readFileSync(join(SOURCE, 'pom.xml'), 'utf8').matchAll(version)].at(-1)?.[1] ?? '';
}
