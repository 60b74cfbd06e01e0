import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { writeChecksums } from './checksums.ts';
import { buildWorld, type World } from './fixtures/world.ts';
import { packTemporal, type TemporalPackage } from './pack-temporal.ts';
import { temporalAtHand, temporalFolder } from './temporal-binaries.ts';
import { FILES, PROGRAMS, temporalName, temporalVersions, type Target } from './temporal-versions.ts';

const target = { os: process.platform, arch: process.arch } as Target;

/**
 * Scripts that print their version; the real programs are packed and used in
 * src/test/e2e/prebuilt-programs.test.ts.
 */
function writePrograms(folder: string, { server, ui }: { server: string; ui: string }): void {
  mkdirSync(folder, { recursive: true });
  for (const file of FILES) {
    const version = file === PROGRAMS.ui.file ? ui : server;
    writeFileSync(join(folder, file), `#!/bin/sh\necho temporal version ${version}\n`, { mode: 0o755 });
  }
}

describe('programs that were built elsewhere', () => {
  let maker: World;
  let cacheDir: string;
  let made: TemporalPackage;
  beforeAll(async () => {
    maker = buildWorld();
    cacheDir = join(maker.dataDir, 'cache');
    writePrograms(temporalFolder(cacheDir), temporalVersions());
    await writeChecksums(temporalFolder(cacheDir), FILES);
    const supervisor = await maker.open();
    const out = join(maker.dataDir, 'out');
    made = await packTemporal({ target, out, cacheDir, supervisor, say: maker.say });
  }, 120_000);
  afterAll(() => maker.dispose());

  let world: World;
  beforeEach(() => {
    world = buildWorld();
  });
  afterEach(() => world.dispose());

  const sum = (): string => readFileSync(made.checksum, 'utf8').slice(0, 64);
  const find = (path: string, sha256?: string) => temporalAtHand(world.dataDir, { path, sha256 });
  /** The archive without the checksum beside it. */
  const alone = (): string => {
    const path = join(world.dataDir, 'programs.tar.gz');
    copyFileSync(made.archive, path);
    return path;
  };

  it('are packed under their versions and platform, with a checksum as sha256sum writes it', () => {
    expect(made.archive).toMatch(new RegExp(`/${temporalName()}\\.tar\\.gz$`));
    expect(readFileSync(made.checksum, 'utf8')).toMatch(
      new RegExp(`^[0-9a-f]{64}  ${temporalName()}\\.tar\\.gz\n$`),
    );
  });

  it('are unpacked once from an archive, by the checksum beside it or the one that is given', async () => {
    const found = await find(made.archive);
    expect(found).toMatchObject({ kind: 'server', server: expect.stringMatching(/\/temporal-server$/) });
    // Not needed a second time.
    const path = alone();
    rmSync(path);
    writeFileSync(path, '');
    expect(await find(path, sum())).toEqual(found);
  }, 120_000);

  it('are used as they are in a folder', async () => {
    const folder = temporalFolder(cacheDir);
    expect(await find(folder)).toMatchObject({ server: join(folder, PROGRAMS.server.file) });
  });

  it('are refused when the archive does not match its checksum', async () => {
    const path = alone();
    appendFileSync(path, 'x');
    await expect(find(path, sum())).rejects.toThrow(
      new RegExp(`^CRIER_TEMPORAL_BIN: ${path} is not what its checksum says .* Get it again$`),
    );
    expect(existsSync(join(world.dataDir, `temporal-given-${sum().slice(0, 16)}`))).toBe(false);
  });

  it('are refused without a checksum, and where there is nothing', async () => {
    await expect(find(alone())).rejects.toThrow(
      'CRIER_TEMPORAL_BIN: there is no checksum for programs.tar.gz: put programs.tar.gz.sha256 beside it, or set CRIER_TEMPORAL_BIN_SHA256',
    );
    await expect(find('/nowhere/programs.tar.gz')).rejects.toThrow(
      'CRIER_TEMPORAL_BIN: there is no /nowhere/programs.tar.gz',
    );
  });

  it('are refused when one in the folder was changed, is missing, or does not run', async () => {
    const folder = join(world.dataDir, 'programs');
    cpSync(temporalFolder(cacheDir), folder, { recursive: true });
    appendFileSync(join(folder, PROGRAMS.ui.file), 'x');
    await expect(find(folder)).rejects.toThrow(`the programs in ${folder} are not those of its SHA256SUMS`);
    rmSync(join(folder, 'SHA256SUMS'));
    rmSync(join(folder, PROGRAMS.server.file));
    await expect(find(folder)).rejects.toThrow('temporal-server missing in');
    writeFileSync(join(folder, PROGRAMS.server.file), '\0 of another platform', { mode: 0o755 });
    await expect(find(folder)).rejects.toThrow(
      `temporal-server does not run on this machine (${process.platform}-${process.arch})`,
    );
  });

  it('are refused when they are another version, which may not read the databases', async () => {
    const folder = join(world.dataDir, 'programs');
    writePrograms(folder, { server: '1.0.0', ui: '1.0.0' });
    await expect(find(folder)).rejects.toThrow(
      /^CRIER_TEMPORAL_BIN: temporal-server is version 1\.0\.0, and this Crier needs \d+\.\d+\.\d+$/,
    );
  });
});
