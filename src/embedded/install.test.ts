import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildWorld, type World } from './fixtures/world.ts';

let world: World;
beforeEach(() => {
  world = buildWorld();
  mkdirSync(join(world.dataDir, 'src', 'embedded'), { recursive: true });
  copyFileSync(
    join(import.meta.dirname, 'install.mjs'),
    join(world.dataDir, 'src', 'embedded', 'install.mjs'),
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

function install(): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(world.dataDir, 'src', 'embedded', 'install.mjs')], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
    child.on('close', (code) => resolve({ code, output }));
  });
}

describe('what runs before every npm script', () => {
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

  it('installs again when the lock file changed', async () => {
    await install();
    writeFileSync(join(world.dataDir, 'node_modules', '.crier-installed'), 'another lock file');
    expect((await install()).output).toContain('crier: Updating packages');
  });

  it('installs once when two start together', async () => {
    const outputs = (await Promise.all([install(), install()])).map((r) => r.output);
    expect(outputs.filter((output) => output.includes('Installing packages'))).toHaveLength(1);
    expect(outputs.filter((output) => output.includes('Waiting for another start'))).toHaveLength(1);
    expect(existsSync(join(world.dataDir, '.cache', 'install.lock'))).toBe(false);
  });

  it('refuses a node_modules that is a link, and leaves what it points to alone', async () => {
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

  it('stops with one line when npm cannot do it, and does not call that installed', async () => {
    writeProject('a-project', { 'left-out-of-the-lock': '1.0.0' });
    const failed = await install();
    expect(failed.code).toBe(1);
    expect(failed.output.trim().split('\n').at(-1)).toMatch(/^crier: npm ci failed/);
    expect((await install()).code).toBe(1);
  });
});
