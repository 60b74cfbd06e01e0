/** Servers that the Temporal SDK downloads by itself, kept in the cache. */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { lastLine, StartError } from '../platform/start-error.ts';
import { runJob, type RunJob } from './jobs.ts';

/** Long enough for 60 MB on a slow line; a network that swallows packets must not hold the start for ever. */
const TIMEOUT_MS = 300_000;

const { version: SDK } = createRequire(import.meta.url)('@temporalio/worker/package.json') as {
  version: string;
};

/** `dev-server`: the Temporal CLI; `time-skipping`: the test server */
type SdkServer = 'dev-server' | 'time-skipping';

/** The path of a server that was downloaded before; null when it was not. */
export function cachedSdkServer(kind: SdkServer, cacheDir: string): string | null {
  const target = targetOf(kind, cacheDir);
  return existsSync(target) ? target : null;
}

const targetOf = (kind: SdkServer, cacheDir: string): string =>
  join(cacheDir, `temporal-sdk-${kind}-${SDK}-${process.platform}-${process.arch}`);

/**
 * The path of a server in the cache, downloaded when it is not there yet.
 *
 * @throws StartError with one line of why it could not be downloaded
 */
export async function sdkServer(kind: SdkServer, cacheDir: string, run: RunJob = runJob): Promise<string> {
  const target = targetOf(kind, cacheDir);
  if (existsSync(target)) return target;
  mkdirSync(cacheDir, { recursive: true });
  const draft = mkdtempSync(join(cacheDir, 'download-'));
  try {
    const program = join(import.meta.dirname, 'download-sdk-server.ts');
    const output = await run({
      name: 'temporal-download',
      command: process.execPath,
      args: [program, kind, draft, SDK],
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

/** The end of the error's chain of causes, which says what went wrong; the beginning repeats the address. */
function reason(error: Error): string {
  const line = error.message.split('\n').find((l) => /Error:/.test(l)) ?? lastLine(error.message);
  return line.replace(/\]$/, '').split(': ').slice(-3).join(': ').slice(-200);
}
