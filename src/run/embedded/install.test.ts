import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { buildWorld, until, type World } from './fixtures/world.ts';
import { GO_FLAGS } from './temporal-versions.ts';

let world: World;
beforeEach(() => {
  world = buildWorld();
  mkdirSync(join(world.dataDir, 'src', 'run', 'embedded'), { recursive: true });
  copyFileSync(
    join(import.meta.dirname, 'install.mjs'),
    join(world.dataDir, 'src', 'run', 'embedded', 'install.mjs'),
  );
  writeProject('a-project');
});
afterEach(() => world.dispose());

/** A project without dependencies: npm ci needs no network for it. */
function writeProject(name: string, dependencies: Record<string, string> = {}): void {
  const root = { name, version: '1.0.0', dependencies };
  writeFileSync(join(world.dataDir, 'package.json'), JSON.stringify(root));
  writeFileSync(
    join(world.dataDir, 'package-lock.json'),
    JSON.stringify({ ...root, lockfileVersion: 3, packages: { '': { ...root, dependencies: {} } } }),
  );
}

/** A package for running and one for development, both as files of the project. */
function writePackages(): void {
  const packages = Object.fromEntries(
    ['runs', 'tests'].map((name) => {
      mkdirSync(join(world.dataDir, name, 'package'), { recursive: true });
      const manifest = JSON.stringify({ name, version: '1.0.0' });
      writeFileSync(join(world.dataDir, name, 'package', 'package.json'), manifest);
      const file = join(world.dataDir, `${name}.tgz`);
      execFileSync('tar', ['-czf', file, '-C', join(world.dataDir, name), 'package']);
      const integrity = `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`;
      const dev = name === 'tests' ? { dev: true } : {};
      return [`node_modules/${name}`, { version: '1.0.0', resolved: `file:${name}.tgz`, integrity, ...dev }];
    }),
  );
  const root = {
    name: 'a-project',
    version: '1.0.0',
    dependencies: { runs: 'file:runs.tgz' },
    devDependencies: { tests: 'file:tests.tgz' },
  };
  writeFileSync(join(world.dataDir, 'package.json'), JSON.stringify(root));
  writeFileSync(
    join(world.dataDir, 'package-lock.json'),
    JSON.stringify({ ...root, lockfileVersion: 3, packages: { '': root, ...packages } }),
  );
}

const installed = (name: string): string => join(world.dataDir, 'node_modules', name);

const install = (...more: string[]): Promise<Ended> => installWith({}, ...more);

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

function installWith(env: NodeJS.ProcessEnv, ...more: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      [join(world.dataDir, 'src', 'run', 'embedded', 'install.mjs'), ...more],
      { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } },
    );
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
    child.on('close', (code) => resolve({ code, output }));
  });
}

describe('the first command of every npm script', () => {
  it('is this one, which the machine runs with the Node that it finds', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      scripts: Record<string, string>;
    };
    expect(
      Object.values(scripts).filter((script) => !script.startsWith('src/run/embedded/install.mjs ')),
    ).toEqual([]);
    accessSync('src/run/embedded/install.mjs', constants.X_OK);
  });

  it('installs the packages when there are none, then does nothing', async () => {
    const first = await install();
    expect(first).toEqual({
      code: 0,
      output: expect.stringMatching(
        /^crier: Installing packages with npm ci .*\n[^]*crier: Packages installed in \d+ s\n$/,
      ),
    });
    expect(existsSync(join(world.dataDir, 'node_modules', '.crier-installed'))).toBe(true);
    expect(await install()).toEqual({ code: 0, output: '' });
  });

  describe('has Go compile what the build of the Temporal server begins with', () => {
    const calls = join('temporal', 'server', 'calls');
    /** A Go that notes what it is asked for, and works until it is stopped. */
    const start = (env: NodeJS.ProcessEnv = {}): Promise<Ended> => {
      const bin = join(world.dataDir, 'bin');
      for (const folder of [bin, join(world.dataDir, 'temporal', 'server')]) {
        mkdirSync(folder, { recursive: true });
      }
      const script = `#!/bin/sh\ntrap 'echo "$1 stopped" >> calls; exit' INT\necho "$1 $GOFLAGS" >> calls\nwhile :; do sleep 0.05; done\n`;
      writeFileSync(join(bin, 'go'), script, { mode: 0o755 });
      const path = [bin, process.env.PATH].join(delimiter);
      return installWith({ PATH: path, npm_lifecycle_event: 'start', ...env });
    };
    const noted = (): string[] => {
      const file = join(world.dataDir, calls);
      return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').toSorted() : [];
    };

    it('while npm start installs packages, and ends it then', async () => {
      expect(await start()).toMatchObject({ code: 0 });
      await until(() => noted().length === 4, 10_000);
      expect(noted()).toEqual([`build ${GO_FLAGS}`, 'build stopped', `mod ${GO_FLAGS}`, 'mod stopped']);
    });

    it.each([
      ['other scripts', { npm_lifecycle_event: 'test' }],
      ['a Temporal server of your own', { TEMPORAL_ADDRESS: '127.0.0.1:7233' }],
      ['programs that were built elsewhere', { CRIER_TEMPORAL_BIN: '/opt/temporal' }],
    ])('but not for %s', async (_, env) => {
      expect(await start(env)).toMatchObject({ code: 0 });
      expect(noted()).toEqual([]);
    });

    it('and needs no Go', async () => {
      mkdirSync(join(world.dataDir, 'temporal', 'server'), { recursive: true });
      const nodes = join(process.execPath, '..');
      const npm = execFileSync('/bin/sh', ['-c', 'dirname "$(command -v npm)"'], { encoding: 'utf8' }).trim();
      const path = [nodes, npm, '/usr/bin', '/bin'].join(delimiter);
      expect(await installWith({ PATH: path, npm_lifecycle_event: 'start' })).toMatchObject({ code: 0 });
    });
  });

  it('installs again when the lock file changed', async () => {
    await install();
    writeFileSync(join(world.dataDir, 'node_modules', '.crier-installed'), 'another lock file');
    expect((await install()).output).toContain('crier: Updating packages');
  });

  it('installs what running needs, and adds the rest for development without touching what is there', async () => {
    writePackages();
    await install();
    expect([existsSync(installed('runs')), existsSync(installed('tests'))]).toEqual([true, false]);
    const before = lstatSync(installed('runs'));
    const added = await install('--dev');
    expect(added).toEqual({ code: 0, output: expect.stringContaining('crier: Adding the packages') });
    expect(existsSync(installed('tests'))).toBe(true);
    const after = lstatSync(installed('runs'));
    expect([after.ino, after.ctimeMs]).toEqual([before.ino, before.ctimeMs]);
    for (const set of [[], ['--dev']]) expect(await install(...set)).toEqual({ code: 0, output: '' });
  });

  it("recognises from npm's own record which of the two sets was installed by hand", async () => {
    writePackages();
    await install('--dev');
    rmSync(installed('.crier-installed'));
    expect(await install('--dev')).toEqual({ code: 0, output: '' });
    rmSync(join(world.dataDir, 'node_modules'), { recursive: true });
    await install();
    rmSync(installed('.crier-installed'));
    expect(await install()).toEqual({ code: 0, output: '' });
    expect((await install('--dev')).output).toContain('Adding the packages');
  });

  it('keeps the development packages when the lock file changes', async () => {
    writePackages();
    await install('--dev');
    writeFileSync(installed('.crier-installed'), 'of-another-lock-file linux-x64 all');
    rmSync(installed('.package-lock.json'));
    expect((await install()).output).toContain('Updating packages');
    expect(existsSync(installed('tests'))).toBe(true);
  });

  it('installs once when two scripts start together', async () => {
    const outputs = (await Promise.all([install(), install()])).map((r) => r.output);
    expect(outputs.filter((output) => output.includes('Installing packages'))).toHaveLength(1);
    expect(outputs.filter((output) => output.includes('Waiting for another start'))).toHaveLength(1);
    expect(existsSync(join(world.dataDir, '.cache', 'install.lock'))).toBe(false);
  });

  it('refuses a node_modules that is a link, and leaves its target alone', async () => {
    const elsewhere = join(world.dataDir, 'packages-of-another-project');
    mkdirSync(elsewhere);
    writeFileSync(join(elsewhere, 'kept'), '');
    symlinkSync(elsewhere, join(world.dataDir, 'node_modules'));
    expect(await install()).toEqual({
      code: 1,
      output: expect.stringMatching(/^crier: node_modules is a link.*remove the link/m),
    });
    expect(existsSync(join(elsewhere, 'kept'))).toBe(true);
  });

  it('stops with one line when npm fails, and does not count that as installed', async () => {
    writeProject('a-project', { 'left-out-of-the-lock': '1.0.0' });
    const failed = await install();
    expect(failed.code).toBe(1);
    expect(failed.output.trim().split('\n').at(-1)).toMatch(/^crier: npm ci failed/);
    expect((await install()).code).toBe(1);
  });
});
