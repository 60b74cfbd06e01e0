/** The test server that the Temporal SDK downloads by itself, kept in the cache. For tests alone. */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { lastLine, StartError } from '../../platform/start-error.ts';
import { runJob, type RunJob } from './jobs.ts';

/** Long enough for 60 MB on a slow line; a network that swallows packets must not hold the start for ever. */
const TIMEOUT_MS = 300_000;

const { version: SDK } = createRequire(import.meta.url)('@temporalio/worker/package.json') as {
  version: string;
};

const targetOf = (cacheDir: string): string =>
  join(cacheDir, `temporal-sdk-time-skipping-${SDK}-${process.platform}-${process.arch}`);

/**
 * The path of the time-skipping server in the cache, downloaded when it is not there yet.
 *
 * @throws StartError with one line of why it could not be downloaded
 */
export async function sdkTestServer(cacheDir: string, run: RunJob = runJob): Promise<string> {
  const target = targetOf(cacheDir);
  if (existsSync(target)) return target;
  mkdirSync(cacheDir, { recursive: true });
  const draft = mkdtempSync(join(cacheDir, 'download-'));
  try {
    const program = join(import.meta.dirname, 'download-sdk-server.ts');
    const output = await run({
      name: 'temporal-download',
      command: process.execPath,
      args: [program, draft, SDK],
      timeoutMs: TIMEOUT_MS,
    });
    const file = /^path=(.+)$/m.exec(output)?.[1];
    if (!file || !existsSync(file)) throw new Error('the download left no file');
    chmodSync(file, 0o755);
    renameSync(file, target);
    return target;
  } catch (error) {
    throw new StartError(`the SDK's download failed: ${reason(error as Error)}`, { cause: error });
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** The end of the error's chain of causes, which has the reason; the beginning repeats the URL. */
function reason(error: Error): string {
  const line = error.message.split('\n').find((l) => /Error:/.test(l)) ?? lastLine(error.message);
  return line.replace(/\]$/, '').split(': ').slice(-3).join(': ').slice(-200);
}
