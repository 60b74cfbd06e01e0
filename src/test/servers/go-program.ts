/** Programs for tests that are built from a Go module, once. */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { childEnv } from '../../platform/config/config.ts';
import { run, Unavailable } from './server.ts';

/**
 * `module` with its version, such as `github.com/stripe/stripe-mock@v0.203.0`; `folder` will have the
 * program.
 */
export interface GoProgram {
  readonly name: string;
  readonly module: string;
  readonly folder: string;
}

/** @throws Unavailable, with what would help */
export async function ensureGoProgram(
  log: (line: string) => void,
  { name, module, folder }: GoProgram,
): Promise<void> {
  if (existsSync(join(folder, name))) return;
  await run('go', ['version']).catch((error: unknown) => {
    throw new Unavailable(`Go is not on the PATH; ${name} is built with it (https://go.dev/dl)`, {
      cause: error,
    });
  });
  log(`building ${name}; this takes a while the first time`);
  const half = `${folder}.${randomUUID()}`;
  await mkdir(half, { recursive: true });
  try {
    await run('go', ['install', '-trimpath', module], {
      cwd: half,
      env: childEnv({ CGO_ENABLED: '0', GOBIN: half, GOFLAGS: undefined }),
    }).catch((error: unknown) => {
      throw new Unavailable(`${name} could not be built: ${(error as Error).message}`, { cause: error });
    });
    await rename(half, folder).catch((error: unknown) => {
      // Another run finished the same build first.
      if (!existsSync(join(folder, name))) throw error;
    });
  } finally {
    await rm(half, { recursive: true, force: true });
  }
}
