import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildWorld, until, type World } from './fixtures/world.ts';
import { isAlive, pause } from '../../platform/processes.ts';

let world: World;
beforeEach(() => {
  world = buildWorld();
});
afterEach(() => world.dispose());

async function startMain(...more: string[]) {
  const main = spawn(
    process.execPath,
    [join(import.meta.dirname, 'fixtures', 'main.ts'), world.dataDir, ...more],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let output = '';
  main.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  await until(() => output.includes('running'));
  return { main, output: () => output, api: Number(/running (\d+)/.exec(output)?.[1]) };
}

describe('Ctrl-C', () => {
  it('stops everything in order, even when npm forwards it a second time', async () => {
    const { main, output, api } = await startMain();
    main.kill('SIGINT');
    main.kill('SIGINT');
    expect(await once(main, 'exit')).toEqual([0, null]);
    expect(existsSync(join(world.dataDir, 'bye'))).toBe(true);
    expect(isAlive(api)).toBe(false);
    expect(output()).toContain('Stopping … (Ctrl-C again stops at once)');
  });

  it('pressed again kills everything that does not stop', async () => {
    const { main, output, api } = await startMain('deaf');
    main.kill('SIGINT');
    await until(() => output().includes('Stopping'));
    await pause(1100);
    main.kill('SIGINT');
    expect(await once(main, 'exit')).toEqual([130, null]);
    await until(() => !isAlive(api));
  });
});

describe('SIGTERM', () => {
  it('stops everything in order', async () => {
    const { main } = await startMain();
    main.kill('SIGTERM');
    expect(await once(main, 'exit')).toEqual([0, null]);
    expect(existsSync(join(world.dataDir, 'bye'))).toBe(true);
  });
});

describe('SIGKILL', () => {
  it("ends Crier's own programs through their closed channel", async () => {
    const { main, api } = await startMain('deaf');
    main.kill('SIGKILL');
    await until(() => !isAlive(api));
    expect(existsSync(join(world.dataDir, 'bye'))).toBe(false);
  });
});
