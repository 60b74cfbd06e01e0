/** A disk of a few megabytes that a fault can fill: a tmpfs, which Linux mounts for root. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run, Unavailable } from '../servers/server.ts';

/** A mounted disk. */
export interface SmallDisk {
  readonly folder: string;
  /** Fills all the space that is left. */
  fill(): void;
  /** Frees it again. */
  clear(): void;
  unmount(): Promise<void>;
}

/**
 * Mounts one of `megabytes`.
 *
 * @throws Unavailable where this process may not mount
 */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    throw new Unavailable('a small disk is a tmpfs: run this as root on Linux');
  }
  const folder = mkdtempSync(join(tmpdir(), 'crier-disk-'));
  await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0711`, 'tmpfs', folder]).catch(
    (error: Error) => {
      rmSync(folder, { recursive: true, force: true });
      throw new Unavailable(`this machine does not mount a tmpfs: ${error.message}`);
    },
  );
  chmodSync(folder, 0o711);
  const filler = join(folder, 'filler');
  return {
    folder,
    fill: () => fillDisk(filler),
    clear: () => rmSync(filler, { force: true }),
    async unmount() {
      // Lazily: a process that is about to end may still have a file open.
      await run('umount', ['--lazy', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Until not one more byte fits. */
function fillDisk(filler: string): void {
  for (const size of [1_048_576, 4096, 1]) {
    const block = Buffer.alloc(size, 1);
    while (fits(filler, block));
  }
}

function fits(filler: string, block: Buffer): boolean {
  try {
    writeFileSync(filler, block, { flag: 'a' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false;
    throw error;
  }
}
