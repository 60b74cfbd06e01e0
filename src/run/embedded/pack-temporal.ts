/** Packs the Temporal programs for CRIER_TEMPORAL_BIN of other machines. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Tell } from './build-progress.ts';
import { CHECKSUMS, sha256 } from './checksums.ts';
import { runProgram } from '../../platform/processes.ts';
import type { Supervisor } from './supervisor.ts';
import { officialServer } from './temporal-binaries.ts';
import { FILES, temporalName, type Target } from './temporal-versions.ts';

/** What was made. */
export interface TemporalPackage {
  /** `temporal-<server>-ui-<ui>-<platform>.tar.gz` */
  readonly archive: string;
  /** Beside it, in the format of sha256sum. */
  readonly checksum: string;
}

/** Builds the programs, or takes those of the cache, and packs them. @throws StartError with the fix */
export async function packTemporal(options: {
  readonly target: Target;
  readonly out: string;
  readonly cacheDir: string;
  readonly supervisor: Supervisor;
  readonly say: (line: string) => void;
  readonly tell?: Tell;
}): Promise<TemporalPackage> {
  const { target, out, cacheDir, supervisor, say, tell } = options;
  const { server } = await officialServer(cacheDir, say, {
    run: (job) => supervisor.run(job),
    tell,
    signal: supervisor.signal,
    target,
  });
  mkdirSync(out, { recursive: true });
  const name = `${temporalName(target.os, target.arch)}.tar.gz`;
  const archive = join(out, name);
  await runProgram('tar', ['-czf', archive, '-C', dirname(server), ...FILES, CHECKSUMS]);
  const checksum = `${archive}.sha256`;
  writeFileSync(checksum, `${await sha256(archive)}  ${name}\n`);
  return { archive, checksum };
}
