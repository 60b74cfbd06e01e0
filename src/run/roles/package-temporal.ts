/**
 * `npm run temporal:package`: the Temporal programs as an archive with its checksum, for CRIER_TEMPORAL_BIN
 * of machines that shall not build them.
 *
 *     npm run temporal:package                                 for this machine, into dist
 *     npm run temporal:package -- linux-arm64 --out /tmp/x     for another one; Go compiles it here
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig } from '../../platform/config/config.ts';
import { StartError, stopOnSignals, Supervisor } from '../embedded/index.ts';
import { packTemporal } from '../embedded/pack-temporal.ts';
import { TARGETS } from '../embedded/temporal-versions.ts';
import { createScreen } from './screen.ts';

const OWN = `${process.platform}-${process.arch}`;

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { out: { type: 'string', default: 'dist' } },
  });
  const [wanted = OWN] = positionals;
  const target = TARGETS.find(({ os, arch }) => wanted === `${os}-${arch}`);
  if (!target) {
    const known = TARGETS.map(({ os, arch }) => `${os}-${arch}`).join(', ');
    throw new StartError(`There is no platform ${wanted}: use one of ${known}`);
  }
  const screen = createScreen();
  const folder = mkdtempSync(join(tmpdir(), 'crier-package-'));
  const supervisor = await Supervisor.open({ dataDir: folder, say: screen.say });
  stopOnSignals(supervisor, { say: screen.say });
  try {
    const cacheDir = loadConfig().CRIER_CACHE_DIR;
    const made = await packTemporal({
      target,
      out: resolve(values.out),
      cacheDir,
      supervisor,
      say: screen.say,
      tell: (progress) => screen.progress(progress),
    });
    screen.progress(null);
    screen.say(`${made.archive}\n${made.checksum}`);
  } finally {
    await supervisor.stopAll();
    rmSync(folder, { recursive: true, force: true });
  }
}

await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof StartError ? error.message : String((error as Error).stack)}\n`);
  process.exitCode = 1;
});
