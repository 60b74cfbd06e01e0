import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildWorld, type World } from './fixtures/world.ts';
import { tryLock, waitForLock, type Lock } from './lock.ts';
import { identify } from '../../platform/processes.ts';

let world: World;
let path: string;
beforeEach(() => {
  world = buildWorld();
  path = join(world.dataDir, 'lock');
});
afterEach(() => world.dispose());

describe('the lock', () => {
  it('is held by one process and refused to the next, naming the holder', async () => {
    expect(await tryLock(path)).toHaveProperty('release');
    expect(await tryLock(path)).toEqual({ heldBy: identify(process.pid) });
  });

  it('is free after its release, and leaves no file', async () => {
    ((await tryLock(path)) as Lock).release();
    expect(readdirSync(world.dataDir)).toEqual([]);
  });

  it('is taken over from a process that is gone', async () => {
    writeFileSync(path, JSON.stringify({ pid: 2 ** 22 - 1, started: 'long ago' }));
    expect(await tryLock(path)).toHaveProperty('release');
  });

  it("is taken over when its holder's process number now belongs to another process", async () => {
    writeFileSync(path, JSON.stringify({ pid: process.pid, started: 'before the reboot' }));
    expect(await tryLock(path)).toHaveProperty('release');
  });

  it('is taken over when the machine went down while it was written', async () => {
    writeFileSync(path, '{"pi');
    expect(await tryLock(path)).toHaveProperty('release');
  });

  it('passes from its holder to the process that waits', async () => {
    const first = (await tryLock(path)) as Lock;
    const waited: number[] = [];
    const second = await waitForLock(path, (holder) => {
      waited.push(holder.pid);
      first.release();
    });
    expect(waited).toEqual([process.pid]);
    second.release();
    expect(existsSync(path)).toBe(false);
  });
});
